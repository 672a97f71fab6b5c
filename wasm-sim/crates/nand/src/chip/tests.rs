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
    // Blocks of one word of the bitmaps, and of several, the last one used in part.
    for pages in [4u32, 64, 100, 150] {
        let geometry = Geometry {
            blocks: 2,
            pages_per_block: pages,
            page_bytes: 2048,
        };
        for (block, to_block) in [(Pbn(0), Pbn(1)), (Pbn(1), Pbn(0))] {
            let mut once = Chip::new(geometry, ProgramOrder::Ascending);
            for offset in 0..pages {
                let ppn = geometry.page_at(block, offset);
                once.program(ppn, 10 + offset, PageKind::Data, offset);
            }
            for offset in (1..pages).step_by(3) {
                once.invalidate(geometry.page_at(block, offset));
            }
            let mut apart = once.clone();
            let valid: Vec<u32> = once.valid_offsets(block).collect();
            assert_eq!(valid, (0..pages).filter(|o| o % 3 != 1).collect::<Vec<_>>());
            let (all, mut to, mut moved) = (valid.len(), 1, Vec::new());
            for n in [all / 2, 1, all - all / 2 - 1] {
                let n = (n as u32).min(pages - to);
                let first = geometry.page_at(to_block, to);
                once.copy_run(block, n, first, |logical, ppn| moved.push((logical, ppn)));
                to += n;
            }
            let copied: Vec<_> = (0..)
                .map(|i| geometry.page_at(to_block, 1 + i))
                .zip(&valid)
                .collect();
            for &(to, &offset) in &copied[..moved.len()] {
                apart.copy(geometry.page_at(block, offset), to);
            }
            assert_eq!(format!("{once:?}"), format!("{apart:?}"));
            let told: Vec<_> = copied.iter().map(|&(to, &o)| (10 + o, to)).collect();
            assert_eq!(moved, told[..moved.len()]);
            let states: Vec<u8> = (0..geometry.pages())
                .map(|p| once.page(Ppn(p)) as u8)
                .collect();
            assert_eq!(once.states(), states);
        }
    }
}

#[test]
#[should_panic(expected = "not all free")]
fn a_run_of_copies_takes_free_pages_only() {
    let mut chip = chip(ProgramOrder::Any);
    chip.program(Ppn(0), 0, PageKind::Data, 1);
    chip.program(Ppn(1), 1, PageKind::Data, 1);
    chip.program(Ppn(5), 2, PageKind::Data, 1);
    chip.copy_run(Pbn(0), 2, Ppn(4), |_, _| ());
}

#[test]
#[should_panic(expected = "more pages than are valid")]
fn a_run_of_copies_takes_valid_pages_only() {
    let mut chip = chip(ProgramOrder::Any);
    chip.program(Ppn(0), 0, PageKind::Data, 1);
    chip.program(Ppn(1), 1, PageKind::Data, 1);
    chip.invalidate(Ppn(0));
    chip.copy_run(Pbn(0), 2, Ppn(4), |_, _| ());
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
