//! A drive of another size for the same trace.

use nand::Geometry;

use super::{Or, Repetition, Scenario, Setup};

impl Setup {
    /// The pages of a drive that has `times` times the pages that a trace accesses, in whole blocks; at most the largest drive.
    pub fn pages_for(&self, times: f64, footprint_pages: f64) -> u32 {
        let block = self.geometry.pages_per_block;
        let blocks = (times * footprint_pages / f64::from(block)).ceil();
        // Saturates, and the check of the scenario says that it is too much.
        (blocks * f64::from(block)) as u32
    }
}

impl Scenario {
    /// Gives the drive this many logical pages and the share of spare space that it had: as many blocks a page as before, rounded to whole
    /// blocks. So there and back is the same drive. A fill up to the end of the drive still goes there; the options of the FTL stay.
    ///
    /// `geometry` and `logical_pages` are those that it has.
    pub fn give_pages(&mut self, pages: u32, geometry: Geometry, logical_pages: u32) {
        let block = u64::from(geometry.pages_per_block);
        let data = u64::from(pages).div_ceil(block);
        let all = u128::from(data) * u128::from(geometry.blocks) * u128::from(block);
        let before = u128::from(logical_pages);
        let blocks = (2 * all + before) / (2 * before);
        self.device.blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
        for step in self.precondition.iter_mut().flatten() {
            // Up to the end of the drive, which is another one now.
            let from = u64::from(step.from.unwrap_or(0));
            let end = |pages| from + u64::from(pages) == u64::from(logical_pages);
            step.pages = step.pages.filter(|&pages| !end(pages));
            step.window = step.window.filter(|&window| window != logical_pages);
        }
        if let Some(Or::Compound(Repetition {
            until_steady: Some(until),
        })) = &mut self.workload.repeat
        {
            until.window = until.window.filter(|&window| window != logical_pages);
        }
        self.logical_pages = Some(pages);
        self.spare_factor = None;
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario;

    const SMALL: &str = r#"{ "format": 1, "device": { "blocks": 20, "pages_per_block": 4 }, "logical_pages": 72,
        "ftl": { "kind": "page" }, "workload": { "kind": "ops", "ops": "w0" } }"#;

    #[test]
    fn a_drive_of_another_size_has_the_same_share_of_spare_space() {
        let setup = scenario::parse(SMALL).unwrap();
        for (times, footprint, pages, blocks) in [
            (1.0, 72.0, 72, 20),
            (8.0, 72.0, 576, 160),
            // 75 pages are 19 blocks; 19 · 20 · 4 / 72 = 21.1.
            (1.5, 50.0, 76, 21),
            // 22 · 20 · 4 / 72 = 24.4, and 23 are 25.6.
            (1.0, 88.0, 88, 24),
            (1.0, 89.0, 92, 26),
        ] {
            let mut document = scenario::read(SMALL).unwrap();
            let given = setup.pages_for(times, footprint);
            document.give_pages(given, setup.geometry, setup.logical_pages);
            assert_eq!(
                (document.logical_pages, document.device.blocks),
                (Some(pages), blocks),
                "{times} times {footprint}"
            );
        }
        assert_eq!(setup.pages_for(1e9, 1e9), u32::MAX);
    }

    #[test]
    fn a_drive_that_was_full_is_full_whether_its_size_was_written_down_or_not() {
        let full = |steps: &str| {
            let steady = r#""ops": "w0", "repeat": { "until_steady": {} }"#;
            let text = SMALL.replace(r#""ops": "w0""#, steady);
            let text = text.replace("\"ftl\"", &format!("\"precondition\": [{steps}], \"ftl\""));
            let setup = scenario::parse(&text).unwrap();
            // With every default filled in, as the page saves it, and as it was written.
            let larger = [&setup.canonical, &text].map(|text| {
                let mut document = scenario::read(text).unwrap();
                document.give_pages(144, setup.geometry, setup.logical_pages);
                let text = serde_json::to_string(&document).unwrap();
                scenario::parse(&text).unwrap().canonical
            });
            assert_eq!(larger[0], larger[1]);
            larger[0].clone()
        };
        assert!(full(r#"{ "kind": "sequential" }"#).contains(r#""pages":144"#));
        assert!(full(r#"{ "kind": "sequential", "from": 12 }"#).contains(r#""pages":132"#));
        assert!(full(r#"{ "kind": "sequential", "pages": 9 }"#).contains(r#""pages":9"#));
        full(r#"{ "kind": "random_fill" }, { "kind": "steady_state" }"#);
    }
}
