//! The rules of a chip: what it refuses, and what each operation leaves behind.

use super::*;

fn chip(order: ProgramOrder) -> Chip {
    Chip::new(
        Geometry {
            blocks: 2,
            pages_per_block: 4,
            page_bytes: 2048,
        },
        order,
    )
}

#[test]
fn a_block_knows_its_latest_program_and_a_logical_page_its_copies() {
    for order in [ProgramOrder::Ascending, ProgramOrder::Any] {
        let mut chip = chip(order);
        chip.program(Ppn(4), 7, PageKind::Data, 1);
        chip.invalidate(Ppn(4));
        chip.program(Ppn(5), 7, PageKind::Translation, 1);
        chip.program(Ppn(0), 7, PageKind::Data, 2);
        assert_eq!(chip.last_program(Pbn(0)), Some(3));
        assert_eq!(chip.last_program(Pbn(1)), Some(2));
        let copies = |kind| chip.copies(7, kind).collect::<Vec<_>>();
        assert_eq!(copies(PageKind::Data), [Ppn(0), Ppn(4)]);
        assert_eq!(copies(PageKind::Translation), [Ppn(5)]);
        chip.invalidate(Ppn(5));
        chip.erase(Pbn(1));
        assert_eq!(chip.last_program(Pbn(1)), None);
        assert_eq!(chip.copies(7, PageKind::Translation).count(), 0);
    }
    let mut chip = chip(ProgramOrder::Any);
    chip.program(Ppn(3), 1, PageKind::Data, 1);
    chip.program(Ppn(1), 2, PageKind::Data, 1);
    assert_eq!(
        chip.last_program(Pbn(0)),
        Some(2),
        "the highest page is not the latest"
    );
}

#[test]
fn a_programmed_page_is_valid_and_names_its_content() {
    let mut chip = chip(ProgramOrder::Ascending);
    chip.program(Ppn(1), 7, PageKind::Data, 3);
    chip.program(Ppn(5), 2, PageKind::Translation, 1);
    assert_eq!(
        chip.oob(Ppn(1)),
        Some(Oob {
            logical: 7,
            kind: PageKind::Data,
            version: 3,
            seq: 1
        })
    );
    assert_eq!(
        chip.oob(Ppn(5)).map(|o| (o.logical, o.kind)),
        Some((2, PageKind::Translation))
    );
    assert_eq!(
        (chip.page(Ppn(0)), chip.page(Ppn(1))),
        (Page::Free, Page::Valid)
    );
    assert_eq!((chip.valid_pages(Pbn(0)), chip.next_offset(Pbn(0))), (1, 2));
}

#[test]
fn an_erase_frees_the_pages_and_counts() {
    let mut chip = chip(ProgramOrder::Ascending);
    chip.program(Ppn(0), 7, PageKind::Data, 1);
    chip.invalidate(Ppn(0));
    chip.erase(Pbn(0));
    assert_eq!(
        (
            chip.page(Ppn(0)),
            chip.oob(Ppn(0)),
            chip.erase_count(Pbn(0))
        ),
        (Page::Free, None, 1)
    );
    assert_eq!((chip.erase_count(Pbn(1)), chip.next_offset(Pbn(0))), (0, 0));
}

#[test]
fn a_copy_is_a_program_and_an_invalidation() {
    let mut once = chip(ProgramOrder::Ascending);
    once.program(Ppn(1), 7, PageKind::Translation, 3);
    let mut apart = once.clone();
    assert_eq!(once.copy(Ppn(1), Ppn(4)), 7);
    apart.program(Ppn(4), 7, PageKind::Translation, 3);
    apart.invalidate(Ppn(1));
    assert_eq!(format!("{once:?}"), format!("{apart:?}"));
}

#[test]
fn a_run_of_copies_is_one_copy_after_another() {
    for (block, to) in [(Pbn(0), Ppn(5)), (Pbn(1), Ppn(1))] {
        let mut once = chip(ProgramOrder::Ascending);
        for offset in 0..4 {
            once.program(
                once.geometry().page_at(block, offset),
                10 + offset,
                PageKind::Data,
                offset,
            );
        }
        once.invalidate(once.geometry().page_at(block, 1));
        let mut apart = once.clone();
        let mut offsets = Vec::new();
        once.valid_offsets(block, &mut offsets);
        assert_eq!(offsets, [0, 2, 3]);
        once.copy_run(block, &offsets, to);
        for (&offset, to) in offsets.iter().zip(to.0..) {
            apart.copy(apart.geometry().page_at(block, offset), Ppn(to));
        }
        assert_eq!(format!("{once:?}"), format!("{apart:?}"));
        assert_eq!(once.logicals(to, 3).collect::<Vec<_>>(), [10, 12, 13]);
    }
}

#[test]
fn gaps_are_allowed_when_offsets_ascend() {
    let mut chip = chip(ProgramOrder::Ascending);
    chip.program(Ppn(0), 0, PageKind::Data, 1);
    chip.program(Ppn(3), 3, PageKind::Data, 1);
    assert!(!chip.can_program(Ppn(2)));
}

#[test]
fn small_block_flash_takes_any_free_page() {
    let mut chip = chip(ProgramOrder::Any);
    chip.program(Ppn(3), 3, PageKind::Data, 1);
    assert!(chip.can_program(Ppn(0)));
    chip.program(Ppn(0), 0, PageKind::Data, 1);
}

#[test]
#[should_panic(expected = "not free")]
fn a_page_cannot_be_programmed_twice() {
    let mut chip = chip(ProgramOrder::Any);
    chip.program(Ppn(0), 0, PageKind::Data, 1);
    chip.program(Ppn(0), 0, PageKind::Data, 2);
}

#[test]
#[should_panic(expected = "below offset")]
fn large_block_flash_refuses_a_descending_offset() {
    let mut chip = chip(ProgramOrder::Ascending);
    chip.program(Ppn(2), 0, PageKind::Data, 1);
    chip.program(Ppn(1), 0, PageKind::Data, 1);
}

#[test]
#[should_panic(expected = "valid pages")]
fn a_block_with_valid_pages_cannot_be_erased() {
    let mut chip = chip(ProgramOrder::Ascending);
    chip.program(Ppn(0), 0, PageKind::Data, 1);
    chip.erase(Pbn(0));
}
