//! The closed forms from numbers to numbers, for callers in JavaScript: NaN, or nothing, where a model has no answer.

use crate::{Cleaning, NoEndurance, Pools, Step, Traffic, Tried, Wanted, Worn};

/// Write amplification with one write frontier, for alpha times as much flash as data: a share `r` of the writes goes to a share
/// `f` of the pages, both 1 for uniform traffic. `pages_per_block` is for greedy GC; 0 means LRU GC.
pub fn write_amplification(alpha: f64, pages_per_block: f64, r: f64, f: f64) -> f64 {
    let traffic = if r < 1.0 {
        Traffic::hot_cold(r, f)
    } else {
        Ok(Traffic::uniform())
    };
    let cleaning = if pages_per_block > 0.0 {
        Cleaning::greedy(pages_per_block)
    } else {
        Ok(Cleaning::lru())
    };
    match (traffic, cleaning) {
        (Ok(traffic), Ok(cleaning)) => {
            crate::write_amplification(&traffic, cleaning, alpha).unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    }
}

/// The division of the spare space between hot and cold blocks under greedy GC that writes least (eq. 20-22): the hot
/// pool's share, and the write amplification it gives; empty where there is no answer.
pub fn optimal_split(alpha: f64, pages_per_block: f64, r: f64, f: f64) -> Vec<f64> {
    let pools =
        Cleaning::greedy(pages_per_block).and_then(|cleaning| Pools::new(r, f, alpha, cleaning));
    pools.map_or_else(
        |_| Vec::new(),
        |pools| {
            let split = pools.optimal();
            vec![split.p, split.write_amplification]
        },
    )
}

/// [`Worn::endurance`]: `counted` has the fields of [`Worn`] in their order. Gives those of [`crate::Endurance`] in theirs, one after
/// another; or one number: 0 where the question is none, 1 where nothing is written, 2 where nothing is erased.
pub fn endurance(cycles: f64, counted: &[f64]) -> Vec<f64> {
    let &[
        erases,
        host_bytes,
        page_bytes,
        seconds,
        most,
        mean,
        blocks,
        block_bytes,
        logical_bytes,
    ] = counted
    else {
        return vec![0.0];
    };
    let worn = Worn {
        erases,
        host_bytes,
        page_bytes,
        seconds,
        most,
        mean,
        blocks,
        block_bytes,
        logical_bytes,
    };
    match worn.endurance(cycles) {
        Err(NoEndurance::OutOfRange(_)) => vec![0.0],
        Err(NoEndurance::NothingWritten) => vec![1.0],
        Err(NoEndurance::NothingErased) => vec![2.0],
        Ok(found) => {
            let [mean, most] = [found.mean, found.most]
                .map(|of| [of.erases, of.passes, of.erases_a_day, of.years]);
            let drive = [
                found.terabytes,
                found.drive_writes,
                found.drive_writes_a_day,
                found.share,
            ];
            let hu = found.hu;
            let hu = [hu.passes, hu.years, hu.terabytes, hu.share];
            [mean, most, drive, hu].concat()
        }
    }
}

/// [`crate::fewest_blocks`]: `wanted` has the fields of [`Wanted`] in their order, `tried` those of [`Tried`], one drive after another.
/// Gives a number of blocks that is to be tried, or one below 0: those that are enough; 0: the largest drive is not.
pub fn fewest_blocks(wanted: &[f64], tried: &[f64]) -> f64 {
    let &[amplification, data, least, most, first] = wanted else {
        return f64::NAN;
    };
    let [data, least, most, first] = [data, least, most, first].map(|blocks| blocks as u32);
    let wanted = Wanted {
        amplification,
        data,
        least,
        most,
        first,
    };
    let (tried, _) = tried.as_chunks();
    let tried: Vec<Tried> = tried
        .iter()
        .map(|&[blocks, amplification]| Tried {
            blocks: blocks as u32,
            amplification,
        })
        .collect();
    match crate::fewest_blocks(&wanted, &tried) {
        Step::Try(blocks) => f64::from(blocks),
        Step::Enough(blocks) => -f64::from(blocks),
        Step::Beyond => 0.0,
    }
}
