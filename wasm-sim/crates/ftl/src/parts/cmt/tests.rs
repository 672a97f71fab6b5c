use super::*;

fn filled(policy: CmtPolicy, lpns: &[u32]) -> Cmt {
    let mut cmt = Cmt::new(policy, lpns.len() as u32, 0.5, 100);
    for &lpn in lpns {
        cmt.insert(CmtEntry {
            lpn: Lpn(lpn),
            ppn: Some(Ppn(lpn)),
            dirty: false,
        });
    }
    cmt
}

fn order(cmt: &Cmt) -> Vec<(u32, Segment)> {
    cmt.entries().map(|(e, s)| (e.lpn.0, s)).collect()
}

#[test]
fn an_slru_hit_protects_and_the_oldest_protected_entry_falls_back() {
    use Segment::{Probationary, Protected};
    let mut cmt = filled(CmtPolicy::Slru, &[1, 2, 3, 4]);
    cmt.touch(Lpn(1));
    cmt.touch(Lpn(2));
    assert_eq!(
        cmt.touch(Lpn(3)),
        [Some((Lpn(3), Protected)), Some((Lpn(1), Probationary))]
    );
    assert_eq!(
        order(&cmt),
        [
            (4, Probationary),
            (1, Probationary),
            (2, Protected),
            (3, Protected)
        ]
    );
    assert_eq!(cmt.victim(), Some(Lpn(4)));
}

#[test]
fn slru_evicts_from_protected_when_probationary_is_empty() {
    let mut cmt = filled(CmtPolicy::Slru, &[1, 2]);
    cmt.touch(Lpn(2));
    cmt.remove(Lpn(1));
    assert_eq!(cmt.victim(), Some(Lpn(2)));
}

#[test]
fn dirty_entries_are_found_in_order_across_words_and_forgotten_when_they_leave() {
    let mut cmt = filled(CmtPolicy::Lru, &[70, 3, 64, 63, 99, 5]);
    for lpn in [70, 3, 64, 63, 99] {
        cmt.update(Lpn(lpn), Some(Ppn(lpn)), true);
    }
    cmt.update(Lpn(3), Some(Ppn(3)), false);
    let found = |cmt: &Cmt, first, end| {
        let entries = cmt.dirty_between(Lpn(first), Lpn(end));
        entries.map(|e| e.lpn.0).collect::<Vec<_>>()
    };
    assert_eq!(found(&cmt, 0, 100), [63, 64, 70, 99]);
    assert_eq!(found(&cmt, 64, 70), [64]);
    cmt.remove(Lpn(64));
    assert_eq!(found(&cmt, 0, 99), [63, 70]);
}

#[test]
fn lru_evicts_the_least_recent_and_lfu_the_least_used() {
    let mut lru = filled(CmtPolicy::Lru, &[1, 2, 3]);
    lru.touch(Lpn(1));
    assert_eq!(lru.victim(), Some(Lpn(2)));
    let mut lfu = filled(CmtPolicy::Lfu, &[1, 2, 3]);
    for lpn in [1, 1, 2, 3, 3] {
        lfu.touch(Lpn(lpn));
    }
    assert_eq!(lfu.victim(), Some(Lpn(2)));
}

/// An ordinary drive has RAM for more mappings than a small device has pages. Slots for all of them would be
/// gigabytes.
#[test]
fn room_for_more_entries_than_there_are_pages_takes_the_memory_of_the_pages() {
    for policy in [CmtPolicy::Slru, CmtPolicy::Lru, CmtPolicy::Lfu] {
        let mut cmt = Cmt::sharing(policy, (1_000_000, 1_000_000), 0.5, 4, 10);
        for lpn in 0..10 {
            assert!(!cmt.is_full());
            cmt.insert(CmtEntry {
                lpn: Lpn(lpn),
                ppn: None,
                dirty: false,
            });
        }
        cmt.touch(Lpn(3));
        assert_eq!(
            (cmt.capacity(), cmt.used(), cmt.spare.len()),
            (1_000_000, 10, 0)
        );
        cmt.set_policy(CmtPolicy::Lfu, 0.0);
        cmt.remove(Lpn(9));
        assert_eq!(cmt.victim(), Some(Lpn(0)));
    }
}

#[test]
fn a_table_that_becomes_lfu_while_it_is_small_counts_all_that_it_holds_later() {
    let mut cmt = Cmt::sharing(CmtPolicy::Lru, (2, 6), 0.0, 4, 10);
    cmt.set_policy(CmtPolicy::Lfu, 0.0);
    cmt.set_capacity(CmtPolicy::Lfu, 6, 0.0);
    for lpn in 0..6 {
        cmt.insert(CmtEntry {
            lpn: Lpn(lpn),
            ppn: None,
            dirty: false,
        });
    }
    (0..5).for_each(|lpn| _ = cmt.touch(Lpn(lpn)));
    assert_eq!(cmt.victim(), Some(Lpn(5)));
}
