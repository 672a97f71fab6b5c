//! Where in the JSON text a field is, and which field is at a place.
//!
//! Reading knows the place of what is wrong but not the field's path; the checks after it know the path but not
//! the place. [`Index`] answers both. A text that is not JSON is indexed as far as it goes.

use std::ops::Range;

/// A member of an object or an element of a list.
#[derive(Debug)]
struct Node {
    /// The node it is in; `None` at the top.
    parent: Option<usize>,
    /// Its key between the quotes, as spelt; `None` in a list.
    key: Option<Range<usize>>,
    /// Its place in its parent, from 0.
    place: usize,
    /// Its value.
    value: Range<usize>,
    /// The first node after it and all that it holds.
    after: usize,
}

/// Every member and element of a document, in the order of the text. Node 0 is the document.
#[derive(Debug)]
pub(crate) struct Index<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

impl<'a> Index<'a> {
    /// Indexes a text. Without recursion, so that no nesting is too deep.
    pub(crate) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut nodes = vec![Node {
            parent: None,
            key: None,
            place: 0,
            value: 0..text.len(),
            after: 1,
        }];
        let mut open: Vec<usize> = Vec::new(); // nodes whose value is an object or list not yet closed
        let mut places: Vec<usize> = Vec::new(); // per open node: members so far
        let mut key = None;
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            match bytes[at] {
                b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' => {
                    at += 1;
                    continue;
                }
                b'}' | b']' => {
                    at += 1;
                    places.pop();
                    if let Some(node) = open.pop() {
                        nodes[node].value.end = at;
                        nodes[node].after = nodes.len();
                    }
                    continue;
                }
                b'{' | b'[' => at += 1,
                b'"' => {
                    let Some(end) = end_of_string(bytes, at) else {
                        break;
                    };
                    at = end;
                    let object = open
                        .last()
                        .is_some_and(|&n: &usize| bytes[nodes[n].value.start] == b'{');
                    if object && key.is_none() {
                        key = Some(start + 1..at - 1);
                        continue;
                    }
                }
                _ => {
                    let more = |b: &u8| {
                        !matches!(
                            b,
                            b' ' | b'\t'
                                | b'\r'
                                | b'\n'
                                | b','
                                | b':'
                                | b'{'
                                | b'}'
                                | b'['
                                | b']'
                                | b'"'
                        )
                    };
                    at += bytes[at..].iter().take_while(|b| more(b)).count();
                }
            }
            let id = if let (Some(&parent), Some(place)) = (open.last(), places.last_mut()) {
                nodes.push(Node {
                    parent: Some(parent),
                    key: key.take(),
                    place: *place,
                    value: start..at,
                    after: nodes.len() + 1,
                });
                *place += 1;
                nodes.len() - 1
            } else {
                nodes[0].value = start..at;
                0
            };
            if matches!(bytes[start], b'{' | b'[') {
                nodes[id].value.end = text.len(); // until it closes
                open.push(id);
                places.push(0);
            }
        }
        Self { text, nodes }
    }

    /// A node's value as spelt.
    pub(crate) fn value(&self, node: usize) -> &'a str {
        self.piece(self.nodes[node].value.clone())
    }

    /// A piece of the text, which begins and ends at a token. (Asking with `[..]` instead would need the code that prints a
    /// text cut in the middle of a character, five kilobytes.)
    fn piece(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    /// The text before a node's value, and the text after it.
    pub(crate) fn around(&self, node: usize) -> (&'a str, &'a str) {
        let Range { start, end } = self.nodes[node].value;
        (self.piece(0..start), self.piece(end..self.text.len()))
    }

    /// A node's key as spelt, in its quotes; `None` in a list.
    pub(crate) fn key(&self, node: usize) -> Option<&'a str> {
        let key = self.nodes[node].key.as_ref()?;
        Some(self.piece(key.start - 1..key.end + 1))
    }

    /// Where a node starts: its key, or in a list its value.
    pub(crate) fn start(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        node.key
            .as_ref()
            .map_or(node.value.start, |key| key.start - 1)
    }

    /// Where a node's value starts.
    pub(crate) fn value_start(&self, node: usize) -> usize {
        self.nodes[node].value.start
    }

    /// The first node after a node and all that it holds.
    pub(crate) fn after(&self, node: usize) -> usize {
        self.nodes[node].after
    }

    /// The members or elements of a node.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let next = move |at| (at < self.after(node)).then_some(at);
        std::iter::successors(next(node + 1), move |&at| next(self.after(at)))
    }

    /// Line and column, both from 1 and the column in characters, of a path such as `precondition[0].pages`: of the
    /// key, or in a list of the element. A field that is not in the text is placed where the nearest thing around it
    /// is.
    pub(crate) fn place_of(&self, path: &str) -> (u32, u32) {
        let (node, _) = self.find(path);
        self.line_and_column(self.start(node))
    }

    /// Where a path starts, or what is nearest to it: as [`Self::place_of`].
    pub(crate) fn offset_of(&self, path: &str) -> usize {
        self.start(self.find(path).0)
    }

    /// The node of a path, if it is there.
    pub(crate) fn node_of(&self, path: &str) -> Option<usize> {
        let (node, found) = self.find(path);
        found.then_some(node)
    }

    /// The value of a path as spelt in the text, if it is there.
    pub(crate) fn value_of(&self, path: &str) -> Option<&'a str> {
        self.node_of(path).map(|node| self.value(node))
    }

    /// The text with another value at a path, if there is one.
    pub(crate) fn replaced(&self, path: &str, value: &str) -> Option<String> {
        let Range { start, end } = self.nodes[self.node_of(path)?].value;
        let (before, after) = (&self.text[..start], &self.text[end..]);
        Some(format!("{before}{value}{after}"))
    }

    /// The path of the innermost thing that contains an offset of the text.
    pub(crate) fn path_at(&self, offset: usize) -> String {
        let within =
            |&node: &usize| (self.start(node)..self.nodes[node].value.end).contains(&offset);
        // A child comes after its parent, so the last one that contains the place is the innermost.
        self.path((0..self.nodes.len()).rev().find(within).unwrap_or(0))
    }

    fn path(&self, node: usize) -> String {
        let Node {
            parent: Some(parent),
            key,
            place,
            ..
        } = &self.nodes[node]
        else {
            return String::new();
        };
        let around = self.path(*parent);
        match key {
            Some(key) if around.is_empty() => self.piece(key.clone()).to_owned(),
            Some(key) => format!("{around}.{}", self.piece(key.clone())),
            None => format!("{around}[{place}]"),
        }
    }

    /// The node of a path, or the last one on the way there; and whether the whole path was found.
    fn find(&self, path: &str) -> (usize, bool) {
        let mut node = 0;
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let place = step.strip_suffix(']').and_then(|n| n.parse::<usize>().ok());
            let child = self.nodes.iter().position(|child| {
                child.parent == Some(node)
                    && match (&child.key, place) {
                        (Some(key), None) => self.piece(key.clone()) == step,
                        (None, Some(place)) => child.place == place,
                        _ => false,
                    }
            });
            let Some(child) = child else {
                return (node, false);
            };
            node = child;
        }
        (node, true)
    }

    /// Line and column of an offset, both from 1.
    pub(crate) fn line_and_column(&self, offset: usize) -> (u32, u32) {
        let before = self.piece(0..offset);
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        (line as u32, column as u32)
    }
}

/// One past the closing quote of the string that starts at `start`; `None` if it is not closed.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{ \"device\": {\n    \"blocks\": 12, \"näme\": \"a\\\"}\", \"timing\": { \"read_us\": 1 } },\n  \"precondition\": [ { \"kind\": \"a\" },\n    { \"kind\": \"b\" } ],\n  \"initial\": { \"blocks\": [[\".\", \"5\"], []] }\n}";

    #[test]
    fn a_path_is_placed_at_its_key_or_element() {
        let index = Index::new(TEXT);
        assert_eq!(index.place_of("device"), (1, 3));
        assert_eq!(index.place_of("device.blocks"), (2, 5));
        assert_eq!(index.place_of("device.timing.read_us"), (2, 47));
        assert_eq!(index.place_of("precondition[1]"), (4, 5));
        assert_eq!(index.place_of("precondition[1].kind"), (4, 7));
        assert_eq!(index.place_of("initial.blocks[0][1]"), (5, 33));
    }

    #[test]
    fn what_is_missing_is_placed_where_it_would_belong() {
        let index = Index::new(TEXT);
        assert_eq!(
            index.place_of("device.pages_per_block"),
            index.place_of("device")
        );
        assert_eq!(index.place_of("logical_pages"), (1, 1));
        assert_eq!(
            index.place_of("precondition[7].kind"),
            index.place_of("precondition")
        );
    }

    #[test]
    fn values_are_as_spelt() {
        let index = Index::new(TEXT);
        assert_eq!(index.value_of("device.blocks"), Some("12"));
        assert_eq!(index.value_of("device.näme"), Some("\"a\\\"}\""));
        assert_eq!(index.value_of("device.nothing"), None);
    }

    #[test]
    fn every_place_leads_back_to_its_path() {
        let index = Index::new(TEXT);
        for path in [
            "device.blocks",
            "device.timing.read_us",
            "precondition[1].kind",
            "initial.blocks[0][1]",
        ] {
            let (node, found) = index.find(path);
            assert!(found, "{path}");
            for offset in [index.start(node), index.nodes[node].value.end - 1] {
                assert_eq!(index.path_at(offset), path);
            }
        }
        assert_eq!(index.path_at(9999), "");
    }

    #[test]
    fn a_text_that_is_not_json_is_no_trouble() {
        for text in [
            "",
            "{",
            "{\"a\": [1, {\"né",
            "]]}",
            "\"\\",
            "{\"a\" \"b\" \"c\": }",
            &"[".repeat(100_000),
        ] {
            let index = Index::new(text);
            let _ = (
                index.place_of("a.b[0]"),
                index.path_at(3),
                index.value_of("a"),
            );
        }
    }
}
