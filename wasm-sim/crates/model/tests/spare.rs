//! The search for the fewest blocks, against a look at every drive.

use model::{Step, Tried, Wanted, fewest_blocks, figures};
use proptest::prelude::*;

/// The steps to the end, and what was tried.
fn search(wanted: &Wanted, amplification: impl Fn(u32) -> f64) -> (Step, Vec<Tried>) {
    let mut tried: Vec<Tried> = Vec::new();
    loop {
        let step = fewest_blocks(wanted, &tried);
        let Step::Try(blocks) = step else {
            return (step, tried);
        };
        assert!((wanted.least..=wanted.most).contains(&blocks));
        assert!(
            tried.iter().all(|each| each.blocks != blocks),
            "{blocks} twice"
        );
        let amplification = amplification(blocks);
        tried.push(Tried {
            blocks,
            amplification,
        });
    }
}

fn wanted() -> impl Strategy<Value = Wanted> {
    (
        1_u32..2000,
        1_u32..20,
        0_u32..8000,
        0.9..8.0_f64,
        any::<u32>(),
    )
        .prop_map(|(data, beyond, range, amplification, first)| Wanted {
            amplification,
            data,
            least: data + beyond,
            most: data + beyond + range,
            first: first % (2 * (data + beyond + range)),
        })
}

proptest! {
    #[test]
    fn it_is_the_least_of_all_where_more_blocks_never_write_more(wanted in wanted()) {
        let of = |blocks: u32| 1.0 + f64::from(wanted.data) / f64::from(blocks - wanted.data) / 4.0;
        let right = (wanted.least..=wanted.most).find(|&blocks| of(blocks) <= wanted.amplification);
        let (step, tried) = search(&wanted, of);
        prop_assert_eq!(step, right.map_or(Step::Beyond, Step::Enough));
        // Twice and half at a time: some tens of runs, not thousands.
        prop_assert!(tried.len() <= 32, "{} runs", tried.len());
    }

    #[test]
    fn whatever_the_drives_do_it_ends_at_a_border(wanted in wanted(), seed in any::<u64>()) {
        let of = |blocks: u32| ((u64::from(blocks) ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as f64 / 2.0;
        let (step, tried) = search(&wanted, of);
        match step {
            Step::Enough(blocks) => {
                prop_assert!(of(blocks) <= wanted.amplification);
                let before = tried.iter().any(|each| each.blocks + 1 == blocks && each.amplification > wanted.amplification);
                prop_assert!(before || blocks == wanted.least);
            }
            Step::Beyond => {
                prop_assert!(tried.iter().any(|each| each.blocks == wanted.most));
                prop_assert!(tried.iter().all(|each| each.amplification > wanted.amplification));
            }
            Step::Try(_) => unreachable!("it has ended"),
        }
    }
}

#[test]
fn numbers_say_the_same() {
    let question = [1.5, 100.0, 103.0, 400.0, 110.0];
    assert!((figures::fewest_blocks(&question, &[]) - 110.0).abs() < f64::EPSILON);
    // Not enough: twice as many spare blocks. Enough: half-way.
    assert!((figures::fewest_blocks(&question, &[110.0, 1.6]) - 120.0).abs() < f64::EPSILON);
    assert!(
        (figures::fewest_blocks(&question, &[110.0, 1.6, 120.0, 1.5]) - 115.0).abs() < f64::EPSILON
    );
    assert!(
        (figures::fewest_blocks(&question, &[119.0, 1.6, 120.0, 1.5]) + 120.0).abs() < f64::EPSILON
    );
    assert!(figures::fewest_blocks(&question, &[400.0, 1.6]).abs() < f64::EPSILON);
    assert!(figures::fewest_blocks(&[1.0], &[]).is_nan());
}
