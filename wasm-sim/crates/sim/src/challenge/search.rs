//! The least that any choices of a challenge cost: best-first branch and bound over its decision points.
//!
//! 1. A node is a request under way with some of its decisions made. It is served from the device before the request, up to the
//!    next decision that is open: its children make each legal choice. Without one the next request begins.
//! 2. The host's operation costs the same whatever is chosen, so only the cost beyond it counts. Nodes are ordered by
//!    that and the erases that must still come: pages that the host will write and that are not free now, over the
//!    pages of a block. No way on from a node costs less. The one with the least is next; of equal ones the furthest,
//!    then the first.
//! 3. Between requests, two devices that are alike in all that matters to what comes ([`Device::future`]) are one state: only the
//!    cheaper goes on.
//! 4. From every [`STRIDE`]th node the scheme alone runs to the end. Its cost is an upper limit, as are the costs of
//!    the scheme from the start and of the person's choices. Nodes that cost as much are cut off.
//! 5. When no node is left, the best found is the optimum. At the limit of states it is the best found, and the least of the
//!    open nodes a bound that no choices come below.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use ftl::{Cause, Silent};
use nand::{Columns, Rows};
use xxhash_rust::xxh64::xxh64;

use super::protocol::Optimum;
use super::{Challenge, Served};
use crate::device::Device;
use crate::scenario::Intervention;

/// States that are looked at unless others are asked for.
pub const STATES: u32 = 20_000;
/// Memory for the devices of open nodes, bytes.
const MEMORY: u64 = 256 << 20;
/// See step 4.
const STRIDE: u32 = 16;

/// Choices made, the last first.
type Trail = Option<Rc<Made>>;

struct Made {
    choice: Intervention,
    before: Trail,
}

struct Node {
    /// The device before the request.
    device: Rc<Device>,
    request: u32,
    /// Decisions of the request made.
    overrides: Vec<(u32, u32)>,
    /// All decisions made.
    trail: Trail,
}

/// Ascending by the least that the challenge can cost, then by the requests left, then by number.
type Place = Reverse<(u128, u32, u32)>;

/// A search under way.
pub struct Search {
    challenge: Challenge,
    limit: u32,
    states: u32,
    open: BinaryHeap<(Place, u32)>,
    /// Nodes by the second of an entry in `open`.
    nodes: Vec<Option<Node>>,
    /// Per request and state met before it: what it had cost beyond the host's part.
    met: HashMap<(u32, [u64; 2]), u128>,
    /// Least cost so far beyond the host's part, and its choices.
    best: (u128, Vec<Intervention>),
    /// The cost of the host's part of the whole challenge.
    host: u128,
    /// The host's page programs since counting started, at the end of the challenge.
    programs: u64,
    done: bool,
}

impl Search {
    /// A search of at most `states` states.
    ///
    /// # Errors
    /// The challenge's choices cannot be made.
    pub fn new(challenge: Challenge, states: u32) -> Result<Self, crate::failure::Failure> {
        let person = challenge.end()?;
        let mut device = challenge.start().clone();
        let mut measure = Measure(0);
        device.columns(&mut measure);
        // Besides its columns a device takes about this much memory.
        let most = MEMORY / (measure.0 + 2048);
        let mut search = Self {
            limit: states.min(most as u32).max(1),
            states: 0,
            open: BinaryHeap::new(),
            nodes: Vec::new(),
            met: HashMap::new(),
            best: (u128::MAX, Vec::new()),
            host: 0,
            programs: person.counters().programs[Cause::Host as usize],
            done: false,
            challenge,
        };
        search.host = search.host_part(&person);
        let (from, until) = search.challenge.span();
        let own = search.challenge.scheme_cost() - search.host;
        search.best = (own, Vec::new());
        let theirs = search.extra(&person);
        if theirs < own {
            let made = search.challenge.document().setup.interventions.iter();
            let made = made.filter(|i| (from..until).contains(&i.request));
            search.best = (theirs, made.copied().collect());
        }
        let first = Node {
            device: Rc::new(device),
            request: from,
            overrides: Vec::new(),
            trail: None,
        };
        search.push(0, first);
        Ok(search)
    }

    /// The cost of the host's own reads and programs since the start.
    fn host_part(&self, device: &Device) -> u128 {
        let of = |device: &Device| {
            let counters = device.counters();
            match self.challenge.document().goal {
                super::Goal::FlashTime => self.challenge.document().setup.timing.total_ns(
                    counters.reads[Cause::Host as usize],
                    counters.programs[Cause::Host as usize],
                    0,
                ),
                super::Goal::Erases | super::Goal::Copies => 0,
            }
        };
        of(device) - of(self.challenge.start())
    }

    /// The cost beyond it.
    fn extra(&self, device: &Device) -> u128 {
        self.challenge.cost(device) - self.host_part(device)
    }

    /// A lower limit of the cost of every way on from here, beyond the host's part of the challenge. See step 2.
    fn least(&self, device: &Device) -> u128 {
        let chip = device.chip();
        let pages_per_block = u64::from(chip.geometry().pages_per_block);
        let to_write = self.programs - device.counters().programs[Cause::Host as usize];
        let free = chip
            .states()
            .into_iter()
            .filter(|&s| s == nand::Page::Free as u8);
        let scheme = &self.challenge.document().setup.scheme;
        let kept = match to_write {
            0 => 0,
            _ => u64::from(scheme.kept_free()),
        };
        let missing = (to_write + kept * pages_per_block).saturating_sub(free.count() as u64);
        let erases = missing.div_ceil(pages_per_block);
        let each = match self.challenge.document().goal {
            super::Goal::FlashTime => self.challenge.document().setup.timing.total_ns(0, 0, 1),
            super::Goal::Erases => 1,
            super::Goal::Copies => 0,
        };
        self.extra(device) + u128::from(erases) * each
    }

    fn push(&mut self, least: u128, node: Node) {
        let number = self.nodes.len() as u32;
        let left = self.challenge.span().1 - node.request;
        self.open.push((Reverse((least, left, number)), number));
        self.nodes.push(Some(node));
    }

    /// Looks at this many more states. Whether the search is over.
    pub fn slice(&mut self, states: u32) -> bool {
        let end = self.states.saturating_add(states);
        while !self.done && self.states < end {
            let Some(&(Reverse((least, ..)), number)) = self.open.peek() else {
                self.done = true;
                break;
            };
            if least >= self.best.0 || self.states >= self.limit {
                self.done = true;
                break;
            }
            self.open.pop();
            let node = self.nodes[number as usize].take().expect("open once");
            self.states += 1;
            self.expand(node);
        }
        self.done
    }

    /// Step 1.
    fn expand(&mut self, node: Node) {
        if self.states % STRIDE == 1 {
            self.roll_out(&node);
        }
        let until = self.challenge.span().1;
        let Node {
            mut device,
            mut request,
            overrides: mut made,
            trail,
        } = node;
        while request < until {
            let mut next = Device::clone(&device);
            match self
                .challenge
                .serve(&mut next, request, made.clone(), true, &mut Silent)
            {
                Ok(Served::Whole) => {}
                Ok(Served::Asked(asked)) => {
                    let least = self.least(&next);
                    if least >= self.best.0 {
                        return;
                    }
                    // The scheme's own first, so that of equal ways its is found.
                    let others = asked.legal.iter().copied().filter(|&c| c != asked.own);
                    for choose in std::iter::once(asked.own).chain(others) {
                        let choice = Intervention {
                            request,
                            decision: asked.decision,
                            choose,
                        };
                        let mut overrides = made.clone();
                        overrides.push((asked.decision, choose));
                        let node = Node {
                            device: Rc::clone(&device),
                            request,
                            overrides,
                            trail: Some(Rc::new(Made {
                                choice,
                                before: trail.clone(),
                            })),
                        };
                        self.push(least, node);
                    }
                    return;
                }
                // Choices that no free block is left after are no way on.
                Err(_) => return,
            }
            request += 1;
            made.clear();
            if self.least(&next) >= self.best.0 {
                return;
            }
            let extra = self.extra(&next);
            if request < until {
                let met = self
                    .met
                    .entry((request, state(&mut next, &self.challenge)))
                    .or_insert(u128::MAX);
                if *met <= extra {
                    return;
                }
                *met = extra;
            }
            device = Rc::new(next);
        }
        self.found(&device, choices_of(&trail));
    }

    /// Step 4.
    fn roll_out(&mut self, node: &Node) {
        let mut device = Device::clone(&node.device);
        let mut made = node.overrides.clone();
        for request in node.request..self.challenge.span().1 {
            let made = std::mem::take(&mut made);
            if self
                .challenge
                .serve(&mut device, request, made, false, &mut Silent)
                .is_err()
            {
                return;
            }
        }
        self.found(&device, choices_of(&node.trail));
    }

    /// A way to the end.
    fn found(&mut self, device: &Device, choices: Vec<Intervention>) {
        assert_eq!(
            self.host_part(device),
            self.host,
            "the host's part costs the same whatever is chosen"
        );
        let extra = self.extra(device);
        if extra < self.best.0 {
            self.best = (extra, choices);
        }
    }

    /// The results so far.
    pub fn result(&self) -> Optimum {
        let best = self.best.0;
        let least = self
            .open
            .peek()
            .map_or(best, |&(Reverse((least, ..)), _)| least.min(best));
        Optimum {
            cost: self.challenge.shown(self.host + best),
            bound: self.challenge.shown(self.host + least),
            proven: least == best,
            choices: self.best.1.clone(),
            states: self.states,
            limit: self.limit,
        }
    }
}

fn choices_of(trail: &Trail) -> Vec<Intervention> {
    let mut choices = Vec::new();
    let mut at = trail;
    while let Some(made) = at {
        choices.push(made.choice);
        at = &made.before;
    }
    choices.reverse();
    choices
}

/// Step 3: 128 bits of hash, so that two different states are not taken for one.
fn state(device: &mut Device, challenge: &Challenge) -> [u64; 2] {
    let mut bytes = Bytes(Vec::new());
    device.future(&challenge.document().setup, &mut bytes);
    [0, 1].map(|seed| xxh64(&bytes.0, seed))
}

/// Writes columns down.
struct Bytes(Vec<u8>);

impl Columns for Bytes {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.0.extend((column.len() as u32).to_le_bytes());
        self.0.extend_from_slice(column);
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.0.extend((column.len() as u32).to_le_bytes());
        self.0.extend(column.iter().flat_map(|w| w.to_le_bytes()));
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.0.extend((column.len() as u32).to_le_bytes());
        self.0.extend(column.iter().flat_map(|w| w.to_le_bytes()));
    }

    fn long(&mut self, word: &mut u64) {
        self.0.extend(word.to_le_bytes());
    }

    // By rank: equal where later ones compare alike.
    fn order(&mut self, column: &mut Vec<u64>) {
        let mut sorted = column.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let rank = |n: &u64| sorted.partition_point(|s| s < n) as u32;
        let mut ranks: Vec<u32> = column.iter().map(rank).collect();
        self.words(&mut ranks);
    }

    fn last_of_order(&mut self, _: &mut u64) {}
}

/// Counts bytes.
struct Measure(u64);

impl Columns for Measure {
    fn rows(&mut self, rows: &mut dyn Rows) {
        let mut row = Vec::new();
        rows.tell(0, &mut row);
        self.0 += (rows.count() * row.len() * rows.bytes()) as u64;
    }

    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.0 += column.len() as u64;
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.0 += 4 * column.len() as u64;
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.0 += 8 * column.len() as u64;
    }

    fn long(&mut self, _: &mut u64) {
        self.0 += 8;
    }
}
