//! Editing the tree: choosing the main line, removing a line, restoring it.

use super::{Cut, Game, NodeId};

impl Game {
    /// Whether a node of this game was not cut off.
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn is_in_tree(&self, id: NodeId) -> bool {
        std::iter::successors(Some(id), |&id| self.node(id).parent).all(|id| !self.node(id).cut)
    }

    /// Makes the line that leads to a node of this game the main line.
    ///
    /// # Panics
    /// If this game has no such node.
    pub fn promote(&mut self, id: NodeId) {
        for pair in self.path(id).windows(2) {
            let lines = &mut self.nodes[pair[0].0].children;
            if let Some(place) = lines.iter().position(|&line| line == pair[1]) {
                lines[..=place].rotate_right(1);
            }
        }
    }

    /// Cuts off a turn and everything after it; if the current node is among them, the node before
    /// becomes current. Returns whether anything was cut: the root stays.
    ///
    /// # Panics
    /// If this game has no such node.
    #[cold]
    pub fn cut(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent.filter(|_| self.is_in_tree(id)) else {
            return false;
        };
        let Some(place) = self
            .node(parent)
            .children
            .iter()
            .position(|&child| child == id)
        else {
            return false;
        };
        if self.path(self.current).contains(&id) {
            self.current = parent;
        }
        let before = &mut self.nodes[parent.0];
        before.children.remove(place);
        before.ahead = before.ahead.filter(|&ahead| ahead != id);
        self.nodes[id.0].cut = true;
        self.cuts.push(Cut { node: id, place });
        true
    }

    /// Puts back what was cut off last, and returns its first node; `None` where there is nothing.
    /// Where the same turn was played there since, the two become one.
    #[cold]
    pub fn restore(&mut self) -> Option<NodeId> {
        let Cut { node, place } = self.cuts.pop()?;
        let parent = self.node(node).parent?;
        if let Some(twin) = self.child(parent, node) {
            self.merge(node, twin);
            return Some(twin);
        }
        self.nodes[node.0].cut = false;
        let lines = &mut self.nodes[parent.0].children;
        lines.insert(place.min(lines.len()), node);
        Some(node)
    }

    /// The child of a node that has the same turn as another node.
    fn child(&self, parent: NodeId, same: NodeId) -> Option<NodeId> {
        let mv = self.node(same).mv;
        self.node(parent)
            .children
            .iter()
            .copied()
            .find(|&child| child != same && self.node(child).mv == mv)
    }

    /// Hangs everything after `from`, which stays cut off, onto `to`.
    fn merge(&mut self, from: NodeId, to: NodeId) {
        // Not recursive: nothing bounds how long lines are.
        let mut pairs = vec![(from, to)];
        while let Some((from, to)) = pairs.pop() {
            let emptied = &mut self.nodes[from.0];
            let comment = std::mem::take(&mut emptied.comment);
            let glyphs = std::mem::take(&mut emptied.glyphs);
            let children = std::mem::take(&mut emptied.children);
            let declared = emptied.declared;
            emptied.ahead = None;
            let kept = &mut self.nodes[to.0];
            if kept.comment.is_empty() {
                kept.comment = comment;
            }
            if kept.glyphs.is_empty() {
                kept.glyphs = glyphs;
            }
            kept.declared = kept.declared.or(declared);
            // What was cut off here before will be put back there.
            for cut in &self.cuts {
                let first = &mut self.nodes[cut.node.0];
                first.parent = first
                    .parent
                    .map(|parent| if parent == from { to } else { parent });
            }
            for child in children {
                match self.child(to, child) {
                    Some(twin) => {
                        self.nodes[child.0].cut = true;
                        pairs.push((child, twin));
                    }
                    None => {
                        self.nodes[child.0].parent = Some(to);
                        self.nodes[to.0].children.push(child);
                    }
                }
            }
        }
    }
}
