//! A reason in English, in two sentences at most.

use merels::board::Points;
use merels::reason::{LineStart, Reason, ReasonKind};
use merels::value::Wdl;
use merels::{Move, Position};

/// Says why a move gave its value away; the position is the one before it.
pub fn sentences(position: &Position, mistake: Move, reason: &Reason) -> String {
    let words = Words {
        position,
        reason,
        played: mistake.display(position.board()).to_string(),
    };
    words.say()
}

struct Words<'a> {
    position: &'a Position,
    reason: &'a Reason,
    played: String,
}

impl Words<'_> {
    fn say(&self) -> String {
        use ReasonKind as Kind;
        let (us, them) = (self.reason.side, self.reason.side.other());
        let (played, first, reply) = (&self.played, self.at(0), self.at(1));
        let (points, mills) = (self.points(self.reason.points, "and"), self.mills("and"));
        let moves = self.moves();
        let keeps = match self.reason.had {
            Wdl::Win => "wins",
            _ => "holds the draw",
        };
        let answers = match self.reason.has {
            Wdl::Loss => "wins",
            _ => "holds the draw",
        };
        match self.reason.kind {
            Kind::WrongMan => {
                let men = self.points(self.right_men(), "or");
                format!(
                    "{played} takes the wrong man: {men} had to go.{}",
                    self.then_takes()
                )
            }
            Kind::LetsFly => format!(
                "{played} leaves {them} three men, who may fly. The flight {reply} {answers}."
            ),
            Kind::MillMissed => format!("{first} closes {mills}, and only a mill {keeps}."),
            Kind::MillPassed => format!("{first} closes {mills} and {keeps}."),
            Kind::PostLeft => {
                format!("The man on {points} was needed there: {them} now closes {mills}.")
            }
            Kind::BlockMissed => {
                format!("{them} threatened to close {mills}, and {played} does not stop that.")
            }
            Kind::MillAllowed => format!("{played} lets {them} close {mills}."),
            Kind::TwoMills => {
                let key = self.at(self.reason.line.len() - 3);
                format!(
                    "{them} gets two mills at once: {key} threatens {mills}, and {us} can stop only one.{}",
                    self.in_moves(3)
                )
            }
            Kind::MillUnstoppable if self.reason.turns == 2 => {
                format!("{them} answers {reply}, and {mills} can no longer be stopped.")
            }
            Kind::MillUnstoppable => {
                format!("{them} closes a mill in {moves}, whatever {us} plays; {reply} begins it.")
            }
            Kind::TwoMillsMissed => {
                let key = self.at(self.reason.line.len() - 3);
                format!(
                    "{first} gets two mills at once: {them} cannot stop both {mills}{}.",
                    if key == first {
                        String::new()
                    } else {
                        format!(" after {key}")
                    }
                )
            }
            Kind::UnstoppableMissed if self.reason.turns == 2 => {
                format!("{first} makes sure of {mills}: {them} cannot stop it.")
            }
            Kind::UnstoppableMissed => {
                format!("{first} closes a mill in {moves}, whatever {them} plays.")
            }
            Kind::RunningMill => format!(
                "{them} gets a running mill: one man goes to and fro between {points} and closes a mill each time."
            ),
            Kind::RunningMillMissed => format!(
                "{first} makes a running mill: one man goes to and fro between {points} and closes a mill each time."
            ),
            Kind::TooSoon => {
                format!("The mill could wait: {first} {keeps}, and {mills} still closes.")
            }
            Kind::ThreatParried if mills.is_empty() => format!(
                "The threat only helps {them}: the block {reply} {answers}.{}",
                self.then_takes()
            ),
            Kind::ThreatParried => format!(
                "The threat only helps {them}: the block {reply} {answers} and itself threatens {mills}.{}",
                self.then_takes()
            ),
            Kind::MillOpened => format!(
                "{played} opens the mill {mills} for nothing: {them} steps into it with {reply}."
            ),
            Kind::WastedMan => format!(
                "The man on {points} is wasted: {them} stands on every line through that point."
            ),
            Kind::ShutIn => format!("{us} is shut in and has no move in {moves}."),
            Kind::Beaten => format!("{them} wins in {moves}, whatever {us} plays."),
            Kind::Zugzwang => format!(
                "After {reply} every move of {us} gives something up; only standing still would not.{}",
                self.then_takes()
            ),
            Kind::ZugzwangMissed => format!(
                "After {first} every move of {them} gives something up; standing still would not."
            ),
            Kind::ManLost => format!(
                "{them} comes out {} ahead in {moves}, all mills counted.",
                self.men()
            ),
            Kind::ManMissed => format!(
                "{first} comes out {} ahead in {moves}, all mills counted.",
                self.men()
            ),
            Kind::LetOut => format!(
                "{} on {points} had to stay shut in; {played} leaves a way out.",
                self.man()
            ),
            Kind::MenShutIn => format!("{reply} shuts in {} on {points}.", self.man()),
            Kind::PointLeft => format!("{points} had to be kept: {them} steps there with {reply}."),
            Kind::PointGiven => format!("Both sides need {points}: there {reply} {answers}."),
            Kind::Far => self.far(),
        }
    }

    fn far(&self) -> String {
        let (first, them) = (self.at(0), self.reason.side.other());
        match (self.reason.start, self.reason.turns) {
            (LineStart::Mistake, 0) => {
                format!("{them} gains nothing for a long time, but wins in the end.")
            }
            (LineStart::Better, 0) => {
                format!("{first} gains nothing for a long time, but wins in the end.")
            }
            (LineStart::Mistake, _) => format!(
                "No one move is to blame: {them}'s first lasting gain takes {}.",
                self.moves()
            ),
            (LineStart::Better, _) => format!(
                "No one move is to blame: after {first} the first lasting gain takes {}.",
                self.moves()
            ),
        }
    }

    /// A move of the line.
    fn at(&self, index: usize) -> String {
        let mv = self.reason.line.get(index);
        mv.map_or(String::new(), |mv| {
            mv.display(self.position.board()).to_string()
        })
    }

    fn points(&self, points: Points, and: &str) -> String {
        list(
            points.map(|point| self.position.board().coordinate(point).to_string()),
            and,
        )
    }

    fn mills(&self, and: &str) -> String {
        let board = self.position.board();
        let mill = |points: &Points| {
            let names: Vec<_> = points
                .map(|point| board.coordinate(point).to_string())
                .collect();
            names.join("-")
        };
        list(self.reason.mills.iter().map(mill), and)
    }

    fn moves(&self) -> String {
        match self.reason.turns {
            1 => "one move".to_owned(),
            turns => format!("{turns} moves"),
        }
    }

    fn in_moves(&self, least: usize) -> String {
        if self.reason.turns < least {
            return String::new();
        }
        format!(" It takes {}.", self.moves())
    }

    fn men(&self) -> String {
        match self.reason.margin {
            1 => "a man".to_owned(),
            men => format!("{men} men"),
        }
    }

    fn man(&self) -> &'static str {
        if self.reason.points.len() == 1 {
            "the man"
        } else {
            "the men"
        }
    }

    /// The men that another capture with the same move should have taken.
    fn right_men(&self) -> Points {
        let Some(&played) = self.reason.line.first() else {
            return Points::EMPTY;
        };
        let same = |mv: &&Move| mv.from() == played.from() && mv.to() == played.to();
        let right = self.reason.holding.iter().filter(same);
        right.fold(Points::EMPTY, |men, mv| men.or(mv.captures()))
    }

    /// What the line ends with, if that is a capture of the other side.
    fn then_takes(&self) -> String {
        match self.reason.line.split_last() {
            Some((last, rest)) if !rest.is_empty() && !last.captures().is_empty() => {
                format!(
                    " {} then plays {}.",
                    self.reason.side.other(),
                    last.display(self.position.board())
                )
            }
            _ => String::new(),
        }
    }
}

fn list(items: impl Iterator<Item = String>, and: &str) -> String {
    let items: Vec<_> = items.collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => items.concat(),
    }
}
