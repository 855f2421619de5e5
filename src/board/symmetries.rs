//! Finding the symmetries of a board, at compile time.

use super::{Board, MAX_MILLS_A_POINT, MAX_POINTS, Point};

impl Board {
    /// The eight symmetries of the square, and each with the rings turned inside out where the
    /// board has rings only.
    pub(super) const fn find_symmetries_of_the_square(&mut self, rings: i32) {
        let middle = self.side as i32 / 2;
        let swaps = if rings > 0 { 2 } else { 1 };
        let mut s = 0;
        while s < 8 * swaps {
            let mut p = 0;
            while p < self.points as usize {
                let (file, rank) = self.files_ranks[p];
                let (mut x, mut y) = (file as i32 - middle, rank as i32 - middle);
                if s >= 8 {
                    let ring = if x.abs() > y.abs() { x.abs() } else { y.abs() };
                    (x, y) = (x / ring * (rings + 1 - ring), y / ring * (rings + 1 - ring));
                }
                if s & 1 != 0 {
                    x = -x;
                }
                if s & 2 != 0 {
                    y = -y;
                }
                if s & 4 != 0 {
                    (x, y) = (y, x);
                }
                let image = self.index_of((x + middle) as u8, (y + middle) as u8);
                self.symmetries[s][p] = image.0;
                p += 1;
            }
            s += 1;
        }
        self.symmetry_count = s as u8;
    }

    /// Every map of the points that keeps edges and mills, by trying.
    pub(super) const fn find_all_symmetries(&mut self) {
        let mut map = [0; MAX_POINTS];
        let mut p = 0;
        loop {
            if map[p] == self.points {
                if p == 0 {
                    return;
                }
                p -= 1;
                map[p] += 1;
            } else if !self.keeps(&map, p) {
                map[p] += 1;
            } else if p + 1 < self.points as usize {
                p += 1;
                map[p] = 0;
            } else {
                self.symmetries[self.symmetry_count as usize] = map;
                self.symmetry_count += 1;
                map[p] += 1;
            }
        }
    }

    /// Whether the map of the points up to `last` keeps the edges and mills of the last with those
    /// before.
    const fn keeps(&self, map: &[u8; MAX_POINTS], last: usize) -> bool {
        let (point, image) = (Point(last as u8), Point(map[last]));
        let mut p = 0;
        while p < last {
            let joined = self.neighbours[p].contains(point);
            if map[p] == image.0 || self.neighbours[map[p] as usize].contains(image) != joined {
                return false;
            }
            p += 1;
        }
        let mut m = 0;
        while m < self.partner_count[last] as usize {
            let others = self.partners[last][m].bits();
            let (one, other) = (others.trailing_zeros() as usize, others.ilog2() as usize);
            if other < last {
                let mut i = 0;
                let wanted = 1 << map[one] | 1 << map[other];
                while self.partners[image.index()][i].bits() != wanted {
                    i += 1;
                    if i == MAX_MILLS_A_POINT {
                        return false;
                    }
                }
            }
            m += 1;
        }
        true
    }
}
