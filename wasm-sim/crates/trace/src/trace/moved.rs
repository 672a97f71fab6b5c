//! A trace whose addresses lie further.

use std::cell::RefCell;
use std::rc::Rc;

use super::Trace;
use crate::record::Unit;

/// Why the addresses of a trace cannot be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immovable {
    /// They are in pages.
    Pages,
    /// The last one would not fit in 64 bits.
    TooFar,
}

impl Trace {
    /// The same requests, every address `bytes` further. Where a partition begins inside a page, so do most requests to it; moved, they
    /// begin with one. It reads the same file.
    ///
    /// # Errors
    /// If addresses are in pages, or the last one would not fit in 64 bits.
    pub fn moved(&self, bytes: u32) -> Result<Self, Immovable> {
        let by = u64::from(bytes);
        if self.facts.unit == Unit::Pages {
            return Err(Immovable::Pages);
        }
        let end = self.end.checked_add(by).ok_or(Immovable::TooFar)?;
        let mut facts = self.facts.clone();
        // Wrapping: only a file that was made to mislead has such numbers.
        for place in &mut facts.chunks {
            place.from = place.from.wrapping_add(by);
            place.to = place.to.wrapping_add(by);
        }
        let bases = self.bases.iter().map(|base| base.wrapping_add(by));
        Ok(Self {
            bases: bases.collect(),
            end,
            facts,
            file: Rc::clone(&self.file),
            summary: Rc::clone(&self.summary),
            kept: RefCell::default(),
            touched: RefCell::default(),
            displaced: RefCell::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Address, Mapper, Mapping, Op, Record, Span, parse_ops};

    fn record(device: u32, offset: u64, length: u64, op: Op) -> Record {
        Record {
            time_ns: None,
            op,
            device,
            address: Address::Byte(offset),
            length,
            temperature: 0,
        }
    }

    proptest! {
        /// One device, so that the file may say the moved addresses itself.
        #[test]
        fn it_is_the_trace_whose_file_has_those_addresses(
            rows in prop::collection::vec((0u64..40_000, 1u64..9000, 0u8..3), 1..40), bytes in 0u32..10_000, page_bytes in 1u32..5000,
            logical_pages in 1u32..60,
        ) {
            let of = |by: u64| {
                let records: Vec<_> = rows
                    .iter()
                    .map(|&(offset, length, op)| record(0, offset + by, length, Op::from_code(op)))
                    .collect();
                Trace::from_records(&records).unwrap()
            };
            let (moved, same) = (of(0).moved(bytes).unwrap(), of(bytes.into()));
            prop_assert!(moved.requests(page_bytes).eq(same.requests(page_bytes)));
            prop_assert_eq!(moved.pages_needed(page_bytes), same.pages_needed(page_bytes));
            let requests = moved.len() as u32;
            prop_assert_eq!(moved.requests_below(logical_pages, page_bytes, requests), same.requests_below(logical_pages, page_bytes, requests));
            let span = Span { page_bytes, requests, logical_pages };
            for mapping in [Mapping::Compact, Mapping::Wrap, Mapping::Scale, Mapping::Drop] {
                let of = |trace: &Trace| Mapper::new(mapping, trace, span).map(|mapper| trace.displaced(&mapper));
                prop_assert_eq!(of(&moved).ok(), of(&same).ok());
            }
        }
    }

    #[test]
    fn the_way_back_leads_to_the_addresses_of_the_file() {
        let records = [
            record(4, 1536, 4096, Op::Write),
            record(9, 512, 512, Op::Write),
        ];
        let trace = Trace::from_records(&records).unwrap().moved(2560).unwrap();
        assert_eq!(trace.request(0, 4096).ends, crate::Ends::WHOLE);
        let span = Span {
            page_bytes: 4096,
            requests: 2,
            logical_pages: 8,
        };
        let mapper = Mapper::new(Mapping::Compact, &trace, span).unwrap();
        let origins = mapper.origins(&trace).unwrap();
        let of = origins.of(0);
        assert_eq!((of.device, of.from, of.to), (Some(4), 1536, 5632));
    }

    #[test]
    fn pages_and_the_last_address_are_not_moved() {
        let pages = Trace::from_records(&parse_ops("w0").unwrap()).unwrap();
        assert_eq!(pages.moved(512).unwrap_err(), Immovable::Pages);
        let far = record(0, u64::MAX - 4096, 4096, Op::Write);
        let far = Trace::from_records(&[far]).unwrap();
        assert!(far.moved(0).is_ok());
        assert_eq!(far.moved(1).unwrap_err(), Immovable::TooFar);
    }
}
