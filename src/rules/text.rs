//! The rules of a game in full sentences, and where sources disagree: the content of a "Rules"
//! page.
//!
//! Every sentence has an id for translation. The id of an option's value is the option's key, a dot
//! and the value (`fly.never`). A sentence may contain `{placeholders}`; lines after its first are
//! the items of a list.

use super::{Begin, Fly, Goal, OPTIONS, OptionValues, Placing, Preset, Rules};
use crate::board::Points;
use crate::coded::as_object;
use serde::Serialize;

/// A sentence, or a few that belong together, with its name, for a translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Sentence {
    /// Its name.
    pub id: String,
    /// What is filled in at its `{places}`.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(
        all(target_arch = "wasm32", feature = "web"),
        tsify(type = "Record<string, string>")
    )]
    pub values: Vec<(&'static str, String)>,
    /// In English, filled in. Nothing in the modules of the page, which has catalogues.
    pub text: String,
}

impl Sentence {
    fn new(id: impl Into<String>, rules: &Rules) -> Self {
        let id = id.into();
        let names = |points: Points| {
            let names: Vec<_> = points
                .map(|point| rules.board.coordinate(point).to_string())
                .collect();
            names.join(", ")
        };
        let [white, black] = rules.board.starts();
        // In the order of `PLACES`.
        let given = [
            rules.men.to_string(),
            rules.board.points().len().to_string(),
            rules.board.mills().len().to_string(),
            names(rules.board.centre()),
            names(white),
            names(black),
            rules
                .quiet
                .map_or_else(String::new, |plies| by_each(plies.get())),
        ];
        let places = known(&id).unwrap_or(0);
        let used = PLACES
            .into_iter()
            .zip(given)
            .enumerate()
            .filter(|(place, _)| places & 1 << place != 0);
        let values: Vec<_> = used.map(|(_, filled)| filled).collect();
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("{{{name}}}"), value)
        };
        Self {
            text: values.iter().fold(template(&id).to_owned(), fill),
            values,
            id,
        }
    }
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    all(target_arch = "wasm32", feature = "web"),
    derive(tsify::Tsify),
    tsify(missing_as_null)
)]
#[non_exhaustive]
pub struct RulesClause {
    /// What it says.
    pub sentence: Sentence,
    /// The option that decides it; null where none does.
    pub option: Option<&'static str>,
    /// What the preset says in its place; null where the option was not changed.
    pub usual: Option<Sentence>,
    /// What the sources disagree about, and who says what; null where they agree.
    pub dispute: Option<Sentence>,
}

/// Rules that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RulesSection {
    /// The heading, `section.…`.
    pub title: Sentence,
    /// The rules under it.
    pub clauses: Vec<RulesClause>,
}

/// The exact rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(target_arch = "wasm32", feature = "web"), derive(tsify::Tsify))]
#[non_exhaustive]
pub struct RulesText {
    /// In the order in which a beginner needs them.
    pub sections: Vec<RulesSection>,
    /// The books that they name.
    pub sources: &'static [&'static str],
}

/// The exact rules of a game, in the order in which a beginner needs them.
#[cold]
pub fn rules_in_words(rules: &Rules) -> RulesText {
    const NINE: Rules = Preset::Nine.rules();
    let usual = rules.base().rules();
    let takes = rules.goal == Goal::Capture;
    let plain = |id: &str| RulesClause {
        sentence: Sentence::new(id, rules),
        option: None,
        usual: None,
        dispute: None,
    };
    let option = |key: &'static str| {
        let sentence = Sentence::new(id_of(rules, key), rules);
        let before = Sentence::new(id_of(&usual, key), &usual);
        // What is said of one value, or else of the option.
        let dispute = Some(format!("dispute.{}", sentence.id)).filter(|id| known(id).is_some());
        let dispute = dispute.unwrap_or_else(|| format!("dispute.{key}"));
        RulesClause {
            option: Some(key),
            usual: (before != sentence).then_some(before),
            dispute: known(&dispute)
                .is_some()
                .then(|| Sentence::new(dispute, rules)),
            sentence,
        }
    };
    let section = |id: &str, clauses: Vec<Option<RulesClause>>| RulesSection {
        title: Sentence::new(format!("section.{id}"), rules),
        clauses: clauses.into_iter().flatten().collect(),
    };
    // What most games do not have is told where it is, or where the preset has it.
    let told = |key: &'static str| {
        let value = [rules, &usual].map(|rules| rules.get(key));
        (0..2)
            .any(|i| value[i] != NINE.get(key))
            .then(|| option(key))
    };
    let on_board = rules.begin == Begin::Board;
    let filled = 2 * usize::from(rules.men) >= rules.board.points().len();
    let preset = rules.base().id();
    let mut sections = vec![
        section(
            "board",
            vec![
                Some(option("board")),
                Some(plain("mill")),
                Some(option("men")),
                told("begin"),
            ],
        ),
        section(
            "turn",
            vec![
                Some(option("first")),
                (!on_board).then(|| option("phases")),
                if on_board || rules.board.centre().is_empty() {
                    None
                } else {
                    told("centre")
                },
                (!matches!(rules.fly, Fly::Always | Fly::Jump) && id_of(rules, "fly") != "move")
                    .then(|| plain("move")),
                Some(option("fly")),
                if on_board { None } else { told("starts") },
                Some(option("blocked")),
            ],
        ),
        section(
            "mill",
            vec![
                Some(option("goal")),
                takes.then(|| plain("closing")),
                takes.then(|| option("protect")),
                takes.then(|| option("mills")),
                if takes && !on_board {
                    told("placing")
                } else {
                    None
                },
                takes.then(|| told("lines")).flatten(),
                takes.then(|| told("again")).flatten(),
                takes.then(|| told("between")).flatten(),
                takes.then(|| told("leap")).flatten(),
                takes.then(|| plain("none-to-take")),
                takes.then(|| option("reform")),
            ],
        ),
        section(
            "end",
            vec![takes.then(|| option("least")), Some(plain("declared"))],
        ),
        section(
            "draw",
            vec![
                Some(option("repeat")),
                Some(option("quiet")),
                takes.then(|| option("ten")),
                filled.then(|| option("full")),
            ],
        ),
    ];
    let notes = [format!("value.{preset}"), format!("about.{preset}")];
    let notes = notes
        .iter()
        .enumerate()
        .filter(|&(i, id)| known(id).is_some() && !(i == 0 && rules.is_custom()));
    sections.push(section(
        "known",
        notes.map(|(_, id)| Some(plain(id))).collect(),
    ));
    sections.retain(|section| !section.clauses.is_empty());
    RulesText {
        sections,
        sources: SOURCES,
    }
}

/// The works that the sentences name, as a list of books has them.
pub const SOURCES: &[&str] = &[
    "R. C. Bell, Board and Table Games from Many Civilizations (Dover, 1979), vol. 1, p. 93",
    "Crane (1982), p. 11",
    "S. Culin (1895), p. 102",
    "Das Gupta (1926), pp. 144–145",
    "Datta (1933), p. 167",
    "de Moulidars (1840), pp. 99–100",
    "R. Gasser, “Solving Nine Men’s Morris”, Games of No Chance (1996)",
    "G. E. Gévay and G. Danner, “Calculating Ultrastrong and Extended Solutions for Nine Men’s Morris, Morabaraba, \
     and Lasker Morris” (2014)",
    "Marin (1931), pp. 503–505",
    "H. J. R. Murray, A History of Board-Games Other than Chess (Oxford, 1952), pp. 43–48",
    "Okcheon newspaper (1990)",
    "H. Parker (1909), pp. 577–580",
    "D. Parlett, The Oxford History of Board Games (Oxford, 1999), pp. 118–120",
    "playculturalgames.com",
    "printplay.ru",
    "Sanmill, a mill program (its source and discussions)",
    "D. Walker, Nine Men’s Morris (2011)",
    "Wikibooks in Indonesian (id.wikibooks.org)",
    "Zaslavsky (1998), pp. 10–11",
];

/// Plies as moves by each side: `50`, `49½`.
pub(crate) fn by_each(plies: u16) -> String {
    format!(
        "{}{}",
        plies / 2,
        if plies.is_multiple_of(2) { "" } else { "½" }
    )
}

/// The id of what an option's value means.
fn id_of(rules: &Rules, key: &'static str) -> String {
    let value = rules.get(key).unwrap_or_default();
    match (key, value.as_str()) {
        ("least", "3") => return "fewer-than-three".to_owned(),
        // Where a mill closed by placing does something else, which `placing` says.
        ("goal", "capture") if rules.begin == Begin::Board || !captures_at_once(rules) => {
            return "goal.moving".to_owned();
        }
        // Where no man is taken, nobody has a last three.
        ("fly", "never") if rules.goal == Goal::Mill => return "move".to_owned(),
        ("men", _) if rules.begin == Begin::Board => return "men.on-board".to_owned(),
        _ => {}
    }
    let number = OPTIONS
        .iter()
        .any(|o| o.key == key && matches!(o.values, OptionValues::Number(..)));
    if number && value != "never" {
        key.to_owned()
    } else {
        format!("{key}.{value}")
    }
}

/// Whether a mill closed by placing captures a man of the board, as one closed by moving does.
fn captures_at_once(rules: &Rules) -> bool {
    matches!(rules.placing, Placing::Take | Placing::Mark)
}

/// What may be filled in.
const PLACES: [&str; 7] = [
    "men", "points", "mills", "centre", "white", "black", "moves",
];

/// The id of every sentence, and which of the [`PLACES`] it has, a bit each.
const KNOWN: [(&str, u8); SENTENCES.len()] = {
    let mut known = [("", 0); SENTENCES.len()];
    let mut i = 0;
    while i < known.len() {
        known[i] = (SENTENCES[i].0, places_of(SENTENCES[i].1.as_bytes()));
        i += 1;
    }
    known
};

const fn places_of(text: &[u8]) -> u8 {
    let (mut places, mut at) = (0, 0);
    while at < text.len() {
        let mut place = 0;
        while text[at] == b'{' && place < PLACES.len() {
            let name = PLACES[place].as_bytes();
            let mut same = 0;
            while same < name.len()
                && at + 1 + same < text.len()
                && text[at + 1 + same] == name[same]
            {
                same += 1;
            }
            places |= ((same == name.len()) as u8) << place;
            place += 1;
        }
        at += 1;
    }
    places
}

/// Which places the sentence with that id has; `None` if no sentence has that id.
fn known(id: &str) -> Option<u8> {
    KNOWN
        .iter()
        .find(|(known, _)| *known == id)
        .map(|&(_, places)| places)
}

/// The page has the sentences in its catalogues, and must not load them twice.
fn template(id: &str) -> &'static str {
    if cfg!(all(
        target_arch = "wasm32",
        feature = "web",
        not(feature = "package")
    )) {
        return "";
    }
    SENTENCES
        .iter()
        .find(|(known, _)| *known == id)
        .map_or("", |(_, text)| text)
}

/// Every sentence there is, by its id.
#[rustfmt::skip]
pub const SENTENCES: &[(&str, &str)] = &[
    ("section.board", "The board and the men"),
    ("section.turn", "A turn"),
    ("section.mill", "A mill"),
    ("section.end", "How the game ends"),
    ("section.draw", "When it’s a draw"),
    ("section.known", "Good to know"),

    ("board.nine-holes", "Three rows of three points, joined along rows and columns: {points} points. Diagonals don’t count."),
    ("board.three", "Three rows of three points, joined along rows and columns and, through the centre, from corner to corner: {points} points. Both diagonals count."),
    ("board.six", "Two squares, one inside the other, joined at the middles of their sides: {points} points. Only the sides of the squares hold three points in a row."),
    ("board.seven", "Two squares, one inside the other, joined by a cross that runs through the centre: {points} points."),
    ("board.nine", "Three squares, one inside the other, joined at the middles of their sides: {points} points. Nothing joins the corners."),
    ("board.twelve", "Three squares, one inside the other, joined at the middles of their sides and at their corners: {points} points."),
    ("board.triple", "Three squares, one inside the other, joined at the middles of their sides and at their corners: {points} points. Men move along the lines that join the corners, but three men on such a line don’t make a mill."),
    ("board.picaria", "A square of four small squares, each crossed by its diagonals: {points} points. Any three neighbouring points in a straight line count."),
    ("board.shisima", "A wheel: a hub and eight points around it, each joined to its two neighbours and to the hub: {points} points. Only lines through the hub count."),
    ("board.tsoro", "A triangle with a line from its top to the middle of its base and a bar across: {points} points."),
    ("board.madell", "Three triangles, one inside the other, joined at their corners: {points} points."),
    ("dispute.board.nine-holes", "Murray (1952) describes two games on nine points: Nine Holes, where a man may go anywhere, and the smaller merels, where it goes to the next point."),
    ("dispute.board.three", "Murray (1952) describes two games on nine points: the smaller merels, where a man goes to the next point, and Nine Holes, where it may go anywhere."),
    ("dispute.board.twelve", "R. C. Bell (1979) dates a carving with diagonals at Kurna in Egypt to about 1400 BC; Friedrich Berger thinks it can’t be dated."),
    ("dispute.board.picaria", "Zaslavsky (1998) shows this board, and another of nine points."),
    ("dispute.board.madell", "Murray (1952) leaves open whether three men on the joined corners make a mill. Here they do."),
    ("mill", "Three of your men on one of the board’s {mills} lines of three points make a mill."),
    ("men", "Each player starts with {men} men in hand."),

    ("men.on-board", "Each player has {men} men."),
    ("begin.hand", "The board starts empty."),
    ("begin.board", "All men start on the board: White’s on {white}, Black’s on {black}. You move one each turn, right from the start. Three men still on their starting points don’t make a mill."),

    ("first.white", "White moves first; then players alternate."),
    ("first.black", "Black moves first; then players alternate."),
    ("dispute.first", "White moves first in most descriptions; in Walker’s rules (2011) it is Black."),
    ("phases.split", "While you have men in hand, you place one on any empty point each turn. Once all your men are placed, you move one each turn."),
    ("phases.mixed", "While you have men in hand, each turn you either place one on any empty point or move one that is on the board. After that, you move one each turn."),
    ("dispute.phases", "Placing first and moving afterwards is the usual rule. Emanuel Lasker, world chess champion, proposed ten men and moving right from the start, so that fewer games are drawn."),
    ("centre.free", "You may also place a man in the centre, {centre}."),
    ("centre.barred", "You can’t place a man in the centre, {centre}, but you can move there."),
    ("move", "A man moves along a line to the next point, which must be empty. Men never jump."),
    ("fly.never", "Men never fly: your last three also move along the lines."),
    ("fly.3", "Once you’re down to three men (counting any in hand), they can fly: each may move to any empty point."),
    ("fly.4", "Once you’re down to four men (counting any in hand), they can fly: each may move to any empty point."),
    ("fly.always", "A man may move to any empty point; it need not follow a line."),
    ("fly.jump", "A man moves along a line to the next point, which must be empty, or jumps over one man of either colour to the empty point straight behind it. The man jumped over stays."),
    ("fly.leap", "Once you’re down to three men (counting any in hand), a man may also jump over one enemy man next to it, to the empty point straight behind. The man jumped over stays."),
    ("dispute.fly", "A nineteenth-century manual calls flying the “truly rustic mode”. Some sources give it as the rule, some as a variant, some not at all. It gives the weaker player a chance."),
    ("blocked.lose", "If you can’t move on your turn, you lose."),
    ("blocked.draw", "If you can’t move on your turn, the game is a draw."),
    ("blocked.pass", "If you can’t move, you pass. If neither player can move, the game is a draw."),
    ("blocked.take", "If you can’t move, remove an enemy man next to one of yours (even from a mill), then move. If there is none, you lose."),
    ("blocked.free", "If you can’t move, you pass, and your opponent must make a move that frees you; it captures nothing, even if it closes a mill. If there is no such move, the game is a draw."),
    ("starts.next", "When all men are placed, play simply continues."),
    ("starts.second", "When all men are placed, whoever placed second moves first."),
    ("starts.first-mill", "When all men are placed, whoever closed the first mill moves first. If there was no mill, it is whoever placed last."),
    ("dispute.starts.second", "The first move and the loss on a full board follow a Chinese encyclopaedia."),

    ("goal.capture", "When you place or move a man and close a mill, you capture one of your opponent’s men in the same turn. A captured man never comes back."),
    ("goal.moving", "When you move a man and close a mill, you capture one of your opponent’s men in the same turn. A captured man never comes back."),
    ("goal.mill", "The first player to close a mill wins. There are no captures."),
    ("closing", "A mill counts each time you close it: you may break it with one move and close it again with a later one. Moving a man straight from one mill into another counts as closing the second."),
    ("protect.unless-all", "Men in a mill are safe unless every enemy man on the board is in one."),
    ("protect.always", "Men in a mill are always safe. If every enemy man on the board is in a mill, you capture nothing."),
    ("protect.never", "You may capture any enemy man, even one in a mill."),
    ("dispute.protect", "Rules differ when all of your opponent’s men are in mills: usually you may then capture any of them; in Walker’s rules (2011), none. The world federation (WMD) has played the former since 2010, and played the latter before. Murray (1952) protects no man in Five and Six Men’s Morris."),
    ("mills.one", "Closing two mills at once still captures only one man."),
    ("mills.each", "Each mill you close captures a man: two mills at once, two men."),
    ("dispute.mills", "Both are played; one man for two mills at once is more common."),
    ("placing.take", "A mill closed by placing a man captures one, too."),
    ("placing.mark", "A man captured while men are being placed is dead: it stays on its point, and nobody may use the point until all men are placed. Then the dead men leave the board."),
    ("placing.hand", "A mill closed by placing a man costs your opponent a man in hand. If there are none, you capture one from the board."),
    ("placing.none", "A mill closed by placing a man captures nothing."),
    ("placing.again", "A mill closed by placing a man captures nothing, but you place another man at once."),
    ("placing.count", "A mill closed by placing a man captures nothing. When all men are placed, the mills are counted:\n\
        No mills: each player removes one of their own men.\n\
        Mills on one side only: that player captures two men, the other one.\n\
        As many mills each: each player captures that many men.\n\
        Fewer mills: you capture as many men as you have mills.\n\
        More mills: you capture one more than your opponent has mills."),
    ("dispute.placing.hand", "These are the rules of the program Sanmill. In one of its discussions, your opponent misses a turn instead and removes one of their own men."),
    ("dispute.placing.mark", "In some descriptions the dead man is covered by one from the hand, or leaves the board at once and its point is crossed out. The effect is the same."),
    ("dispute.placing.again", "So says Parker (1909). In other descriptions such a mill captures a man."),
    ("dispute.placing.count", "These are the rules of the program Sanmill. A game of that name in Morocco is played differently."),
    ("lines.always", "You may close the same line as a mill again and again."),
    ("lines.once", "Each line captures only once for each player. Closed again, it captures nothing."),
    ("lines.another", "A line that you close again captures nothing unless you’ve closed another one since."),
    ("dispute.lines.once", "The program Sanmill remembers points, not lines, so that a line may be used up without having been closed. Here the lines count."),
    ("again.never", "After a capture it’s your opponent’s turn."),
    ("again.capture", "If you move a man and capture one, you have another turn."),
    ("between.safe", "A man between two enemy men captures nothing."),
    ("between.taken", "Slip a man between two enemy men on a line and you capture both, even if they’re in a mill. If you come between two pairs, or close a mill with the same move, choose one capture."),
    ("between.enclosed", "Enclose an enemy man between two of yours on a line and you capture it, unless it’s safe in a mill. A man that steps between two enemy men itself stays. If you enclose several, or close a mill with the same move, choose one capture."),
    ("between.either", "Slip a man between two enemy men on a line and you capture both, even if they’re in a mill. Enclose an enemy man between two of yours and you capture it, unless it’s safe in a mill. If one move makes several captures possible, choose one."),
    ("dispute.between.taken", "Wikibooks (in Indonesian) describes it as gotong. That it holds for placing and for moving, and the choice between two captures, follow the program Sanmill."),
    ("leap.none", "A man captures nothing by leaping over another."),
    ("leap.take", "A man may also leap over an enemy man next to it, along a line to the empty point just behind, and captures it, even if it’s in a mill. A man that flies there captures it, too. Whatever else the move captures, such as by a mill, comes on top."),
    ("none-to-take", "If your opponent has no men on the board, you capture nothing."),
    ("reform.allow", "One man may go back and forth between two mills and close one with every move: the double mill, which wins most games."),
    ("reform.ban", "No shuttling: if you break a mill by moving a man into another mill, that man can’t move back to close the first one on your very next turn."),
    ("dispute.reform", "The double mill is the strongest weapon in Nine Men’s Morris. The generally accepted rules of Morabaraba ban shuttling."),

    ("fewer-than-three", "If you have fewer than three men left, counting any in hand, you lose at once."),
    ("least.1", "If you have no man left, on the board or in hand, you lose. With one or two you play on."),
    ("declared", "You may resign at any time, and the two of you may agree on a draw."),

    ("repeat.3", "If the same position, with the same player to move, occurs for the third time, the game is a draw."),
    ("repeat.never", "Repeating positions is allowed."),
    ("quiet", "If {moves} moves by each player pass with nothing placed or captured, the game is a draw."),
    ("quiet.never", "You may play on without captures for as long as you like."),
    ("ten.never", "There’s no special limit for the last three men."),
    ("ten.both", "When both players have three men and each makes ten moves without a capture, the game is a draw."),
    ("ten.either", "When either player has three men and each makes ten moves without a capture, the game is a draw."),
    ("dispute.ten", "Morabaraba is played with this limit. In Nine Men’s Morris it is often left out: winning with three men against three can take longer."),
    ("full.draw", "If the board is full when placing ends and nobody has won, the game is a draw."),
    ("full.play", "If the board is full when placing ends, the player to move can’t move."),
    ("full.loses", "If the board is full when placing ends, whoever moved first in the game loses."),
    ("full.one", "If the board is full when placing ends, the player to move removes one enemy man, and the opponent moves."),
    ("full.each", "If the board is full when placing ends, each player removes one enemy man; whoever is to move goes first, and then makes a move."),
    ("dispute.full.each", "In some descriptions only the player to move removes a man."),

    ("value.three", "With best play the first player wins, but only by taking the centre: a corner draws, and the middle of a side loses."),
    ("value.five", "With best play the game is a draw."),
    ("value.six", "With best play the game is a draw."),
    ("value.nine", "With best play the game is a draw, as Ralph Gasser showed in 1993 (published in 1996)."),
    ("value.lasker", "With best play the game is a draw, whatever the first player opens with. If it’s one of d6, f4, d2 and b4, only the other three of these points hold the draw."),
    ("value.eleven", "With best play the first player wins, but only by opening in a corner: the middle of a side draws."),
    ("value.twelve", "With best play the first player wins, but only by opening in a corner: the middle of a side draws."),
    ("value.morabaraba", "Without the ban on shuttling, the first player wins with best play (Gévay and Danner, 2014). With the ban, nobody knows."),
    ("value.picaria", "With best play the first player wins, but only by opening in the middle of a side of the board: all other points draw."),
    ("value.shisima", "With best play the game is a draw. The first player loses by entering the hub with one of the outer two men."),
    ("value.tsoro-yematatu", "With best play the game is a draw, whatever the first player opens with."),
    ("value.tant-fant", "With best play the game is a draw. The first player loses by entering the centre with one of the outer two men."),
    ("value.six-penny-madell", "With best play the first player wins, but only by opening on a corner of the middle triangle: other corners draw, and the middle of a side loses."),
    ("about.nine-holes", "Many of the boards cut into the cloister seats of Canterbury, Gloucester, Norwich, Salisbury and Westminster Abbey are holes without lines, where a diagonal did not win; hence the name."),
    ("about.six", "Played in Italy, France and England in the Middle Ages, and obsolete by 1600."),
    ("about.nine", "A grown-up noughts and crosses, also called Mill, Merels, Merrills, Cowboy Checkers, Mühle, malom. The name has nothing to do with morris dancing; it goes back to Old French merel, a counter."),
    ("about.lasker", "Proposed by Emanuel Lasker, world chess champion from 1894 to 1921."),
    ("about.twelve", "Murray (1952) calls the twelve-man game the larger merels."),
    ("about.morabaraba", "A recognised sport in South Africa, especially popular with young people in the countryside. Men are called cows here, and taking one is shooting it."),
    ("about.nao-guti", "Played in Mianwali, in the Punjab, now in Pakistan (Das Gupta, 1926)."),
    ("about.marelle-triple", "Played in France (de Moulidars, 1840)."),
    ("about.picaria", "Played in Isleta, a pueblo in New Mexico (Zaslavsky, 1998)."),
    ("about.shisima", "Played in Kenya (Crane, 1982)."),
    ("about.tsoro-yematatu", "Played in Zimbabwe (playculturalgames.com)."),
    ("about.tant-fant", "Played in Bengal (Datta, 1933)."),
    ("about.six-penny-madell", "Played in England (Murray, 1952)."),
    ("about.mul-mulan", "Played in Java (Wikibooks in Indonesian)."),
    ("about.dooz", "Played in Iran. The simpler rules, in which a mill always captures a man from the board, are those of Twelve Men’s Morris."),
    ("about.one-time", "Played in Russia (printplay.ru)."),
    ("about.cham-gonu", "Played in Korea. Our source, an Okcheon newspaper (1990), leaves open how few men lose the game; here it is fewer than three."),
    ("about.zhi-qi", "A Chinese game that we know only from the program Sanmill."),
    ("about.cheng-san-qi", "A Chinese game that we know only from the program Sanmill. Culin (1895) describes a related one, Sam K’i."),
    ("about.da-san-qi", "A Chinese game. Its rules come from the program Sanmill and a Chinese encyclopaedia."),
    ("about.nerenchi", "Played in Sri Lanka. Parker (1909) doesn’t say what you do once your hand is empty and your opponent’s is not; here you move."),
    ("about.el-filja", "An Algerian game that we know only from the program Sanmill."),
    ("about.shax", "Played in Somalia (Marin, 1931)."),
];

#[cfg(test)]
mod tests {
    use super::super::Preset;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_value_of_every_option_has_a_sentence() {
        for option in OPTIONS {
            let values: Vec<_> = match option.values {
                OptionValues::Choices(choices) => choices.iter().map(|c| c.value).collect(),
                OptionValues::Number(_, _, true) => vec!["3", "never"],
                OptionValues::Number(..) => vec!["3"],
            };
            for value in values {
                let mut rules = Preset::Three.rules();
                rules.set(option.key, value).unwrap();
                let id = id_of(&rules, option.key);
                assert!(known(&id).is_some(), "{id} has no sentence");
            }
        }
    }

    #[test]
    fn every_sentence_is_said_once_and_filled_in() {
        for (i, (id, _)) in SENTENCES.iter().enumerate() {
            assert!(
                !SENTENCES[..i].iter().any(|(other, _)| other == id),
                "{id} is there twice"
            );
        }
        for &preset in Preset::ALL {
            for section in rules_in_words(&preset.rules()).sections {
                assert!(!section.title.text.is_empty());
                for clause in section.clauses {
                    let text = clause.sentence.text;
                    assert!(
                        !text.is_empty() && !text.contains('{'),
                        "{}: {text}",
                        clause.sentence.id
                    );
                    assert_eq!(
                        clause.usual, None,
                        "a preset differs from itself in {}",
                        clause.sentence.id
                    );
                }
            }
        }
    }

    #[test]
    fn every_sentence_is_said_of_some_rules() {
        let mut said = BTreeSet::new();
        for &preset in Preset::ALL {
            for option in OPTIONS {
                let values: Vec<_> = match option.values {
                    OptionValues::Choices(choices) => {
                        choices.iter().map(|choice| choice.value).collect()
                    }
                    OptionValues::Number(..) => vec!["3", "4", "12", "never"],
                };
                for value in values {
                    let mut rules = preset.rules();
                    if rules.set(option.key, value).is_err() || rules.check().is_err() {
                        continue;
                    }
                    for section in rules_in_words(&rules).sections {
                        said.insert(section.title.id);
                        let clauses = section.clauses.into_iter();
                        said.extend(
                            clauses
                                .flat_map(|c| [Some(c.sentence), c.dispute, c.usual])
                                .flatten()
                                .map(|s| s.id),
                        );
                    }
                }
            }
        }
        let all: BTreeSet<_> = SENTENCES.iter().map(|(id, _)| id.to_string()).collect();
        assert_eq!(said, all);
    }

    #[test]
    fn what_was_changed_is_said_beside_what_is_usual() {
        let rules: Rules = "nine[fly=never,men=7,quiet=41]".parse().unwrap();
        let changed: Vec<_> = rules_in_words(&rules)
            .sections
            .into_iter()
            .flat_map(|section| section.clauses)
            .filter_map(|clause| Some((clause.sentence.text, clause.usual?.text)))
            .collect();
        assert_eq!(changed.len(), 3);
        assert!(changed[0].0.contains("7 men") && changed[0].1.contains("9 men"));
        assert!(changed[1].0.contains("never fly") && changed[1].1.contains("three men"));
        assert!(changed[2].0.contains("20½ moves") && changed[2].1.contains("50 moves"));
    }

    #[test]
    fn nobody_has_a_last_three_where_no_man_is_taken() {
        let moving = |preset: Preset| {
            let clauses = rules_in_words(&preset.rules())
                .sections
                .into_iter()
                .flat_map(|section| section.clauses);
            clauses
                .filter(|clause| ["move", "fly.never"].contains(&&*clause.sentence.id))
                .map(|c| (c.sentence.id, c.option))
        };
        assert_eq!(
            moving(Preset::Picaria).collect::<Vec<_>>(),
            [("move".into(), Some("fly"))]
        );
        assert_eq!(
            moving(Preset::Six).collect::<Vec<_>>(),
            [("move".into(), None), ("fly.never".into(), Some("fly"))]
        );
    }
}
