//! Maps and sorting for a handful of things.
//!
//! The standard library's serve millions, with code to match: each use of a map or a sort on one more type is
//! seven kilobytes that the page has to load.

use std::borrow::Borrow;

/// A map of a few entries, in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct Few<K, V>(Vec<(K, V)>);

impl<K, V> Default for Few<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V> Few<K, V> {
    fn place<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.0.iter().position(|(k, _)| k.borrow() == key)
    }

    pub(crate) fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).map(|i| &self.0[i].1)
    }

    pub(crate) fn get_mut<Q: PartialEq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).map(|i| &mut self.0[i].1)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.remove(&key);
        self.0.push((key, value));
    }

    pub(crate) fn remove(&mut self, key: &K) {
        if let Some(i) = self.place(key) {
            self.0.swap_remove(i);
        }
    }
}

/// Names in a row. (That of the standard library is a kilobyte for each kind of string.)
pub(crate) fn join<T: AsRef<str>>(names: &[T], between: &str) -> String {
    let mut joined = String::new();
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            joined.push_str(between);
        }
        joined.push_str(name.as_ref());
    }
    joined
}

/// Sorts by keys that are all different: a heap sort.
pub(crate) fn sort_by_key<T, K: PartialOrd>(items: &mut [T], key: impl Fn(&T) -> K) {
    let sink = |items: &mut [T], mut at: usize| {
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < items.len() && key(&items[child]) < key(&items[child + 1]) {
                child += 1;
            }
            if child >= items.len() || key(&items[at]) >= key(&items[child]) {
                break;
            }
            items.swap(at, child);
            at = child;
        }
    };
    for at in (0..items.len() / 2).rev() {
        sink(items, at);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sink(&mut items[..end], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_one_value() {
        let mut few = Few::default();
        few.insert("a".to_owned(), 1);
        few.insert("b".to_owned(), 2);
        few.insert("a".to_owned(), 3);
        assert_eq!(
            (few.get("a"), few.get("b"), few.get("c")),
            (Some(&3), Some(&2), None)
        );
        few.remove(&"a".to_owned());
        *few.get_mut("b").unwrap() += 1;
        assert_eq!((few.get("a"), few.get("b")), (None, Some(&3)));
    }

    #[test]
    fn what_is_joined_has_something_between() {
        assert_eq!(join(&["a", "b", ""], ", "), "a, b, ");
        assert_eq!(join::<String>(&[], ", "), "");
    }

    #[test]
    fn what_is_sorted_ascends() {
        let mut items = [3, 1, 2, 0, 2];
        sort_by_key(&mut items, |&i| i);
        assert_eq!(items, [0, 1, 2, 2, 3]);
        sort_by_key(&mut [0; 0], |&i| i);
    }
}
