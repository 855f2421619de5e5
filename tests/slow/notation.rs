//! What is read besides position lines and moves: PlayOK's numbers, the 17-field FEN, records.

use super::board::board;
use super::position::{Position, Side};
use super::rules::Rules;

/// A PlayOK move in our notation: 1 = a7 … 24 = g1, row by row.
pub fn from_playok(text: &str) -> Result<String, String> {
    let points = &board("nine").expect("a board").points;
    let name = |number: &str| -> Result<String, String> {
        let known = number
            .parse::<usize>()
            .ok()
            .filter(|number| (1..=24).contains(number));
        known
            .map(|number| points[number - 1].clone())
            .ok_or_else(|| format!("{number}: no point"))
    };
    let mut out = String::new();
    for part in text.split_inclusive(['-', 'x']) {
        let number = part.trim_end_matches(['-', 'x']);
        if !number.is_empty() {
            out += &name(number)?;
        }
        out += &part[number.len()..];
    }
    Ok(out)
}

/// The position of a 17-field FEN of nine men, as a line.
pub fn from_fen(fen: &str) -> Result<String, String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    if fields.len() != 17 {
        return Err(format!("{} fields, not 17", fields.len()));
    }
    let mut position = Position::start(Rules::read("nine")?);
    // Inner, middle, outer, each clockwise from the top middle.
    let rings = [
        "d5 e5 e4 e3 d3 c3 c4 c5",
        "d6 f6 f4 f2 d2 b2 b4 b6",
        "d7 g7 g4 g1 d1 a1 a4 a7",
    ];
    let texts: Vec<&str> = fields[0].split('/').collect();
    if texts.len() != 3 {
        return Err(format!("{}: not three rings", fields[0]));
    }
    for (ring, text) in rings.iter().zip(texts) {
        let points: Vec<&str> = ring.split(' ').collect();
        if text.chars().count() != 8 {
            return Err(format!("{text}: not eight points"));
        }
        for (point, letter) in points.iter().zip(text.chars()) {
            position.men[board("nine")
                .expect("a board")
                .point(point)
                .expect("a point")] = match letter {
                'O' => Some(Side::White),
                '@' => Some(Side::Black),
                '*' => None,
                _ => return Err(format!("{text}: {letter} is no man")),
            };
        }
    }
    position.to_move = match fields[1] {
        "w" => Side::White,
        "b" => Side::Black,
        other => return Err(format!("{other}: neither w nor b")),
    };
    let number = |text: &str| {
        text.parse::<usize>()
            .map_err(|_| format!("{text}: not a number"))
    };
    for (side, on, hand) in [
        (Side::White, fields[4], fields[5]),
        (Side::Black, fields[6], fields[7]),
    ] {
        if number(on)? != position.standing(side).len() {
            return Err(format!("{on}: not the men on the board"));
        }
        *position.hands.of_mut(side) = number(hand)?;
    }
    position.clock = number(fields[15])?;
    position.turn = number(fields[16])?;
    let line = position.line();
    Position::read(&line)?;
    Ok(line)
}

/// The moves of a record's main line: without tags, comments, variations, glyphs, numbers and the
/// result.
pub fn main_line(record: &str) -> Result<Vec<String>, String> {
    let mut text = String::new();
    let mut deep = 0;
    let mut comment = false;
    for line in record.lines().filter(|line| !line.starts_with('[')) {
        for letter in line.chars() {
            match letter {
                '}' if comment => comment = false,
                _ if comment => {}
                '{' => comment = true,
                '(' => deep += 1,
                ')' if deep == 0 => return Err("): closes no variation".to_string()),
                ')' => deep -= 1,
                _ if deep == 0 => text.push(letter),
                _ => {}
            }
        }
        text.push(' ');
    }
    if comment || deep > 0 {
        return Err("the record ends inside a comment or a variation".to_string());
    }
    let is_move = |word: &&str| {
        let number = word
            .trim_end_matches('.')
            .bytes()
            .all(|digit| digit.is_ascii_digit());
        !number && !word.starts_with('$') && !["1-0", "0-1", "1/2-1/2", "*"].contains(word)
    };
    Ok(text
        .split_whitespace()
        .filter(is_move)
        .map(String::from)
        .collect())
}
