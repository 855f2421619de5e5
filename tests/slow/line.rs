//! The line of text of a position, written and read.

use super::position::{Each, Line, Position, Side, Way};
use super::rules::Rules;
use Side::{Black, White};

/// What may stand in a line after its first six fields.
#[derive(Clone, Copy, Debug)]
enum Field {
    /// Each side's last closing slide.
    Closing,
    /// The lines that each side has used.
    Used,
    /// The removals that each side owes.
    Owed,
    /// Who closed the first mill.
    FirstMill,
    /// Whether the side to move must free the other.
    Free,
}

impl Position {
    /// The position in one line: `variant board side hands clock turn`, and what the rules remember
    /// besides.
    pub fn line(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board().ranks() {
            let mut text = String::new();
            let mut empty = 0;
            for &point in rank {
                let letter = match self.men[point] {
                    Some(White) => "W",
                    Some(Black) => "B",
                    None if self.marked.contains(&point) => "X",
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += letter;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let side = if self.to_move == White { "w" } else { "b" };
        let mut line = format!(
            "{} {} {side} {},{} {} {}",
            self.rules.spec(),
            ranks.join("/"),
            self.hands.white,
            self.hands.black,
            self.clock,
            self.turn
        );
        for field in self.more_fields() {
            line += " ";
            line += &match field {
                Field::Closing => {
                    format!("{},{}", self.closing_text(White), self.closing_text(Black))
                }
                Field::Used => format!("{},{}", self.used_text(White), self.used_text(Black)),
                Field::Owed => format!("{},{}", self.owed.white, self.owed.black),
                Field::FirstMill => match self.first_mill {
                    Some(White) => "w".to_string(),
                    Some(Black) => "b".to_string(),
                    None => "-".to_string(),
                },
                Field::Free => if self.must_free { "free" } else { "-" }.to_string(),
            };
        }
        line
    }

    /// The fields after the sixth that these rules have, in order.
    fn more_fields(&self) -> Vec<Field> {
        let rules = &self.rules;
        let mut fields = Vec::new();
        if rules.is("reform", "ban") {
            fields.push(Field::Closing);
        }
        if !rules.is("lines", "always") {
            fields.push(Field::Used);
        }
        if rules.owes() {
            fields.push(Field::Owed);
        }
        if rules.is("starts", "first-mill") {
            fields.push(Field::FirstMill);
        }
        if rules.is("blocked", "free") {
            fields.push(Field::Free);
        }
        fields
    }

    fn closing_text(&self, side: Side) -> String {
        match self.last_closing.of(side) {
            None => "-".to_string(),
            Some((from, to)) => format!(
                "{}-{}",
                self.board().points[*from],
                self.board().points[*to]
            ),
        }
    }

    /// The used lines of a side, each by its first and its last point, sorted by them.
    fn used_text(&self, side: Side) -> String {
        let mut ends: Vec<(usize, usize)> = self
            .used
            .of(side)
            .iter()
            .map(|line| (line[0], line[line.len() - 1]))
            .collect();
        ends.sort();
        if ends.is_empty() {
            return "-".to_string();
        }
        let name = |point: usize| &self.board().points[point];
        let texts: Vec<String> = ends
            .iter()
            .map(|(first, last)| format!("{}-{}", name(*first), name(*last)))
            .collect();
        texts.join("+")
    }

    /// Reads a position line and sees that it is a position.
    pub fn read(line: &str) -> Result<Position, String> {
        let fields: Vec<&str> = line.split(' ').collect();
        let rules = Rules::read(fields[0])?;
        let board = rules.board();
        let mut position = Position::all_in_hand(rules);
        let more = position.more_fields();
        if fields.len() < 6 || fields.len() > 6 + more.len() {
            return Err(format!("{} fields, not {}", fields.len(), 6 + more.len()));
        }

        let ranks = board.ranks();
        let texts: Vec<&str> = fields[1].split('/').collect();
        if texts.len() != ranks.len() {
            return Err(format!(
                "{}: {} ranks, not {}",
                fields[1],
                texts.len(),
                ranks.len()
            ));
        }
        for (rank, text) in ranks.iter().zip(texts) {
            // The men and the dead men of the rank: what stands there, and whether the point is
            // shut.
            let mut squares = Vec::new();
            for letter in text.chars() {
                match letter {
                    'W' => squares.push((Some(White), false)),
                    'B' => squares.push((Some(Black), false)),
                    'X' if position.rules.is("placing", "mark") => squares.push((None, true)),
                    '1'..='9' => {
                        squares.extend(vec![(None, false); letter as usize - '0' as usize])
                    }
                    _ => {
                        return Err(format!(
                            "{text}: {letter} is neither a man nor a number of empty points"
                        ));
                    }
                }
            }
            if squares.len() != rank.len() {
                return Err(format!(
                    "{text}: {} points, not {}",
                    squares.len(),
                    rank.len()
                ));
            }
            for (point, (man, shut)) in rank.iter().zip(squares) {
                position.men[*point] = man;
                if shut {
                    position.marked.push(*point);
                }
            }
        }

        position.to_move = match fields[2] {
            "w" => White,
            "b" => Black,
            other => return Err(format!("{other}: neither w nor b")),
        };
        let (white, black) = fields[3]
            .split_once(',')
            .ok_or_else(|| format!("{}: not two hands", fields[3]))?;
        position.hands = Each {
            white: number(white)?,
            black: number(black)?,
        };
        position.clock = number(fields[4])?;
        position.turn = number(fields[5])?;
        if position.turn == 0 {
            return Err("0: move numbers start at 1".to_string());
        }
        // What is missing is empty.
        for (field, text) in more.iter().zip(&fields[6..]) {
            match field {
                Field::Closing => {
                    let (white, black) = text
                        .split_once(',')
                        .ok_or_else(|| format!("{text}: not two slides"))?;
                    position.last_closing.white = position.read_closing(White, white)?;
                    position.last_closing.black = position.read_closing(Black, black)?;
                }
                Field::Used => {
                    let (white, black) = text
                        .split_once(',')
                        .ok_or_else(|| format!("{text}: not two lists"))?;
                    position.used = Each {
                        white: position.read_used(white)?,
                        black: position.read_used(black)?,
                    };
                }
                Field::Owed => {
                    let (white, black) = text
                        .split_once(',')
                        .ok_or_else(|| format!("{text}: not two numbers"))?;
                    position.owed = Each {
                        white: owed(white)?,
                        black: owed(black)?,
                    };
                }
                Field::FirstMill => {
                    position.first_mill = match *text {
                        "w" => Some(White),
                        "b" => Some(Black),
                        "-" => None,
                        _ => return Err(format!("{text}: neither w nor b nor -")),
                    }
                }
                Field::Free => {
                    position.must_free = match *text {
                        "free" => true,
                        "-" => false,
                        _ => return Err(format!("{text}: neither free nor -")),
                    }
                }
            }
        }
        position.check()?;
        Ok(position)
    }

    fn read_closing(&self, side: Side, text: &str) -> Result<Option<Way>, String> {
        if text == "-" {
            return Ok(None);
        }
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| format!("{text}: not a slide"))?;
        let point = |name: &str| {
            self.board()
                .point(name)
                .ok_or_else(|| format!("{text}: {name} is no point"))
        };
        let (from, to) = (point(from)?, point(to)?);
        if self.men[to] != Some(side) || self.men[from] == Some(side) {
            return Err(format!("{text}: {} cannot have gone there", side.name()));
        }
        Ok(Some((from, to)))
    }

    fn read_used(&self, text: &str) -> Result<Vec<Line>, String> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let mut lines = Vec::new();
        for part in text.split('+') {
            let (first, last) = part
                .split_once('-')
                .ok_or_else(|| format!("{part}: not a line"))?;
            let named = |line: &&Line| {
                let name = |point: usize| self.board().points[point].as_str();
                (name(line[0]), name(line[line.len() - 1])) == (first, last)
            };
            let line = self
                .board()
                .mills
                .iter()
                .find(named)
                .ok_or_else(|| format!("{part}: no line of the board"))?;
            lines.push(line.clone());
        }
        lines.sort();
        Ok(lines)
    }
}

/// A number written plainly.
fn number(text: &str) -> Result<usize, String> {
    let plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let plain = plain && (text == "0" || !text.starts_with('0'));
    text.parse()
        .ok()
        .filter(|_| plain)
        .ok_or_else(|| format!("{text}: not a number"))
}

/// A number of removals written plainly.
fn owed(text: &str) -> Result<i32, String> {
    if text == "-1" {
        return Ok(-1);
    }
    let owed = number(text)?;
    i32::try_from(owed).map_err(|_| format!("{text}: too many"))
}
