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
        mistake,
    };
    let mut text = capital(&words.filled(words.template()));
    if let Some(more) = words.second() {
        text.push(' ');
        text.push_str(&words.filled(more));
    }
    text
}

struct Words<'a> {
    position: &'a Position,
    reason: &'a Reason,
    mistake: Move,
}

impl Words<'_> {
    /// The first sentence, with the names of what is filled in.
    fn template(&self) -> &'static str {
        use ReasonKind as Kind;
        let Reason {
            kind, turns, start, ..
        } = *self.reason;
        let known = !self.reason.mills.is_empty();
        let one = self.reason.points.len() == 1;
        match kind {
            Kind::WrongMan => "{played} takes the wrong man: {either} had to go.",
            Kind::LetsFly => "{played} leaves {them} three men, who may fly: {reply} {answers}.",
            Kind::MillMissed => "{first} closes {mills}, and only a mill {keeps}.",
            Kind::MillPassed => "{first} closes {mills} and {keeps}.",
            Kind::PostLeft => "The man on {points} was needed there: {them} now closes {mills}.",
            Kind::BlockMissed => {
                "{them} threatened to close {mills}, and {played} does not stop that."
            }
            Kind::MillAllowed => "{played} lets {them} close {mills}.",
            Kind::TwoMills => {
                "{key} threatens {mills} at once, and {us} can stop only one of them."
            }
            Kind::MillUnstoppable if turns == 2 && known => {
                "{them} answers {reply}, and {mills} can no longer be stopped."
            }
            Kind::MillUnstoppable => {
                "{them} closes a mill within {moves}, whatever {us} plays, beginning with {reply}."
            }
            Kind::TwoMillsMissed => {
                "{key} threatens {mills} at once, and {them} can stop only one of them."
            }
            Kind::UnstoppableMissed if turns == 2 && known => {
                "{them} cannot stop {mills} after {first}."
            }
            Kind::UnstoppableMissed => {
                "{us} closes a mill within {moves}, whatever {them} plays, beginning with {first}."
            }
            Kind::TooSoon => "The mill could wait: {first} {keeps}, and {us} still closes one.",
            Kind::RunningMill => {
                "{them} gets a running mill: a man goes to and fro between {points}, and each time it closes a mill."
            }
            Kind::RunningMillMissed => {
                "{first} makes a running mill: a man goes to and fro between {points}, and each time it closes a mill."
            }
            Kind::ThreatParried if known => {
                "The threat only helps {them}: the block {reply} {answers}, and itself threatens {mills}."
            }
            Kind::ThreatParried => "The threat only helps {them}: the block {reply} {answers}.",
            Kind::MillOpened => "{played} opens {mills} for nothing: {them} steps in with {reply}.",
            Kind::WastedMan => "The man on {points} has no line left: {them} stands on each.",
            Kind::ShutIn => "{them} shuts {us} in, so that it has no move, within {moves}.",
            Kind::Beaten => "{them} wins within {moves}, whatever {us} plays.",
            Kind::WinMissed if turns == 1 => "{first} wins at once.",
            Kind::WinMissed => {
                "{us} wins within {moves}, whatever {them} plays, beginning with {first}."
            }
            Kind::Zugzwang => {
                "After {reply} every move of {us} gives something up; standing still would not."
            }
            Kind::ZugzwangMissed => {
                "After {first} every move of {them} gives something up; standing still would not."
            }
            Kind::ManLost => "Whatever {us} plays, {them} is {men} up after {moves}.",
            Kind::ManMissed => {
                "Whatever {them} plays after {first}, {us} is {men} up after {moves}."
            }
            Kind::LetOut if one => "The man on {points} had to stay shut in; {played} lets it out.",
            Kind::LetOut => "The men on {points} had to stay shut in; {played} lets them out.",
            Kind::MenShutIn if one => "{them} shuts in the man on {points} with {reply}.",
            Kind::MenShutIn => "{them} shuts in the men on {points} with {reply}.",
            Kind::PointLeft => "{points} had to be kept: {them} steps there with {reply}.",
            Kind::PointGiven => "Both sides need {points}: there {reply} {answers}.",
            Kind::CrossingMissed => "Only a crossing {keeps} here: {either}.",
            Kind::FewWays => {
                "The man on {points} has few ways out; it had to go where there are more."
            }
            Kind::ManNeeded => "The man on {points} was needed there: no move of it {keeps}.",
            Kind::OneAnswer => "{them} has a strong answer at {points}: {reply} {answers}.",
            Kind::Far => match (start, turns) {
                (LineStart::Mistake, 0) => "{them} gains nothing for a long time, but wins.",
                (LineStart::Better, 0) => {
                    "After {first} {us} gains nothing for a long time, but wins."
                }
                (LineStart::Mistake, _) => {
                    "There is no short reason: on this line {them} gains something after {moves}."
                }
                (LineStart::Better, _) => {
                    "There is no short reason: with {first} {us} gains something after {moves}."
                }
            },
            // A kind that this program does not know yet.
            _ => "There is no short reason.",
        }
    }

    /// A second sentence, where the line ends with more than the first one tells.
    fn second(&self) -> Option<&'static str> {
        use ReasonKind as Kind;
        let tells = matches!(
            self.reason.kind,
            Kind::WrongMan
                | Kind::LetsFly
                | Kind::ThreatParried
                | Kind::WastedMan
                | Kind::MillOpened
                | Kind::Zugzwang
                | Kind::MenShutIn
                | Kind::PointLeft
                | Kind::PointGiven
                | Kind::CrossingMissed
                | Kind::FewWays
                | Kind::ManNeeded
                | Kind::OneAnswer
        );
        let line = &self.reason.line;
        match self.reason.kind {
            Kind::Beaten | Kind::ShutIn | Kind::WinMissed => None,
            _ if self.reason.ends(self.position) => Some(match self.reason.start {
                LineStart::Mistake => "That wins the game for {them}.",
                LineStart::Better => "That wins the game for {us}.",
            }),
            _ if tells && line.len() > 2 && !line[line.len() - 1].captures().is_empty() => {
                Some("Then comes {last}.")
            }
            _ => None,
        }
    }

    fn filled(&self, template: &str) -> String {
        let mut text = String::new();
        for part in template.split('{') {
            match part.split_once('}') {
                Some((name, rest)) => text.push_str(&(self.value(name) + rest)),
                None => text.push_str(part),
            }
        }
        text
    }

    fn value(&self, name: &str) -> String {
        let reason = self.reason;
        let last = reason.line.len() - 1;
        match name {
            "us" => reason.side.to_string(),
            "them" => reason.side.other().to_string(),
            "played" => self.text(self.mistake),
            "first" => self.at(0),
            "reply" => self.at(1),
            // What threatens comes before the last reply.
            "key" => self.at(last.saturating_sub(2)),
            "last" => self.at(last),
            "points" => self.points(reason.points, "and"),
            "either" => self.points(reason.points, "or"),
            "mills" => self.mills(),
            "moves" => counted(reason.turns, "one move", "moves"),
            "men" => counted(reason.margin, "a man", "men"),
            "keeps" => if reason.had == Wdl::Win {
                "wins"
            } else {
                "draws"
            }
            .to_owned(),
            "answers" => if reason.has == Wdl::Loss {
                "wins"
            } else {
                "draws"
            }
            .to_owned(),
            _ => unreachable!("a template has no such place"),
        }
    }

    fn text(&self, mv: Move) -> String {
        mv.display(self.position.board()).to_string()
    }

    fn at(&self, index: usize) -> String {
        let mv = self.reason.line.get(index);
        mv.map_or(String::new(), |&mv| self.text(mv))
    }

    fn points(&self, points: Points, and: &str) -> String {
        let board = self.position.board();
        list(points.map(|point| board.coordinate(point).to_string()), and)
    }

    fn mills(&self) -> String {
        let board = self.position.board();
        let mill = |points: &Points| {
            let names: Vec<_> = points
                .map(|point| board.coordinate(point).to_string())
                .collect();
            names.join("-")
        };
        list(self.reason.mills.iter().map(mill), "and")
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 {
        one.to_owned()
    } else {
        format!("{count} {many}")
    }
}

fn list(items: impl Iterator<Item = String>, and: &str) -> String {
    let items: Vec<_> = items.collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// With a capital letter, unless it begins with a point.
fn capital(text: &str) -> String {
    let is_word = text
        .chars()
        .nth(1)
        .is_some_and(|second| second.is_alphabetic());
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if is_word => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}
