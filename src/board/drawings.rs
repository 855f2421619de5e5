//! What each board is drawn from: its lines.

/// What a board is built from.
pub(super) struct Drawing {
    pub name: &'static str,
    /// How many files and ranks.
    pub side: u8,
    pub symmetries: SymmetryKind,
    /// Lines of three points, which make a mill, and spokes of two, which do not.
    pub lines: &'static [&'static str],
    /// Lines to move along that make no mill: straight ones of three points, and longer ones that
    /// bend.
    pub paths: &'static [&'static str],
    /// The point in the middle, if there is one.
    pub centre: &'static str,
    /// Where White's and Black's men begin in a game that begins with men on the board.
    pub starts: [&'static str; 2],
}

/// How the symmetries of a board are found.
pub(super) enum SymmetryKind {
    /// Those of the square, and with this many rings each also with the rings turned inside out; 0
    /// where they are not.
    Square(i32),
    /// All maps that keep edges and mills.
    Any,
}

const SQUARE: Drawing = Drawing {
    name: "",
    side: 3,
    symmetries: SymmetryKind::Square(0),
    lines: &[],
    paths: &[],
    centre: "",
    starts: ["", ""],
};

const ORTHOGONAL: [&str; 6] = [
    "a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1",
];

pub(super) const NINE_HOLES: Drawing = Drawing {
    name: "nine-holes",
    lines: &ORTHOGONAL,
    centre: "b2",
    ..SQUARE
};

pub(super) const THREE: Drawing = Drawing {
    name: "three",
    lines: &const { joined::<8>(&ORTHOGONAL, &["a3-b2-c1", "a1-b2-c3"]) },
    centre: "b2",
    starts: ["a1-b1-c1", "a3-b3-c3"],
    ..SQUARE
};

pub(super) const SHISIMA: Drawing = Drawing {
    name: "shisima",
    symmetries: SymmetryKind::Any,
    lines: &["a3-b2-c1", "b3-b2-b1", "c3-b2-a1", "a2-b2-c2"],
    paths: &["a3-b3-c3-c2-c1-b1-a1-a2-a3"],
    centre: "b2",
    starts: ["a1-b1-c1", "a3-b3-c3"],
    ..SQUARE
};

pub(super) const TSORO: Drawing = Drawing {
    name: "tsoro",
    side: 5,
    symmetries: SymmetryKind::Any,
    lines: &["c5-b3-a1", "c5-c3-c1", "c5-d3-e1", "b3-c3-d3", "a1-c1-e1"],
    ..SQUARE
};

#[rustfmt::skip]
pub(super) const PICARIA: Drawing = Drawing {
    name: "picaria",
    side: 5,
    lines: &[
        "a5-c5-e5", "a3-c3-e3", "a1-c1-e1", "a5-a3-a1", "c5-c3-c1", "e5-e3-e1",
        "a5-b4-c3", "b4-c3-d2", "c3-d2-e1", "c5-d4-e3", "a3-b2-c1",
        "a1-b2-c3", "b2-c3-d4", "c3-d4-e5", "a3-b4-c5", "c1-d2-e3",
    ],
    centre: "c3",
    ..SQUARE
};

#[rustfmt::skip]
pub(super) const SIX: Drawing = Drawing {
    name: "six",
    side: 5,
    symmetries: SymmetryKind::Square(2),
    lines: &[
        "a5-c5-e5", "e5-e3-e1", "e1-c1-a1", "a1-a3-a5",
        "b4-c4-d4", "d4-d3-d2", "d2-c2-b2", "b2-b3-b4",
        "c5-c4", "e3-d3", "c1-c2", "a3-b3",
    ],
    ..SQUARE
};

#[rustfmt::skip]
pub(super) const SEVEN: Drawing = Drawing {
    name: "seven",
    side: 5,
    lines: &[
        "a5-c5-e5", "e5-e3-e1", "e1-c1-a1", "a1-a3-a5",
        "b4-c4-d4", "d4-d3-d2", "d2-c2-b2", "b2-b3-b4",
        "c5-c4-c3", "e3-d3-c3", "c1-c2-c3", "a3-b3-c3",
        "c4-c3-c2", "b3-c3-d3",
    ],
    centre: "c3",
    ..SQUARE
};

/// Three triangles, the outer one first. The points on their slopes are not all in the middle, so
/// that every line is straight.
#[rustfmt::skip]
pub(super) const MADELL: Drawing = Drawing {
    name: "madell",
    side: 9,
    symmetries: SymmetryKind::Any,
    lines: &[
        "e9-g5-i1", "i1-e1-a1", "a1-c5-e9",
        "e8-g4-h2", "h2-e2-b2", "b2-c4-e8",
        "e7-f5-g3", "g3-e3-c3", "c3-d5-e7",
        "e9-e8-e7", "i1-h2-g3", "a1-b2-c3",
    ],
    ..SQUARE
};

#[rustfmt::skip]
const THREE_RINGS: [&str; 16] = [
    "a7-d7-g7", "g7-g4-g1", "g1-d1-a1", "a1-a4-a7",
    "b6-d6-f6", "f6-f4-f2", "f2-d2-b2", "b2-b4-b6",
    "c5-d5-e5", "e5-e4-e3", "e3-d3-c3", "c3-c4-c5",
    "d7-d6-d5", "g4-f4-e4", "d1-d2-d3", "a4-b4-c4",
];

const DIAGONALS: [&str; 4] = ["a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3"];

pub(super) const NINE: Drawing = Drawing {
    name: "nine",
    side: 7,
    symmetries: SymmetryKind::Square(3),
    lines: &THREE_RINGS,
    ..SQUARE
};

pub(super) const TRIPLE: Drawing = Drawing {
    name: "triple",
    paths: &DIAGONALS,
    ..NINE
};

pub(super) const TWELVE: Drawing = Drawing {
    name: "twelve",
    lines: &const { joined::<20>(&THREE_RINGS, &DIAGONALS) },
    ..NINE
};

/// Two lists in one, of `COUNT` lines in all.
const fn joined<const COUNT: usize>(
    first: &[&'static str],
    rest: &[&'static str],
) -> [&'static str; COUNT] {
    let mut all = [""; COUNT];
    let mut i = 0;
    while i < COUNT {
        all[i] = if i < first.len() {
            first[i]
        } else {
            rest[i - first.len()]
        };
        i += 1;
    }
    all
}
