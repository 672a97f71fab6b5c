//! The schedulers alone, by examples worked out by hand and by what must hold for all.

mod examples;
mod properties;

use host::scheduler::{Merging, Next, Scheduler, SchedulerConfig, Surroundings};
use host::{Io, Op, Request};

/// A scheduler over 80 logical pages of 4 KiB, in front of a device that takes four requests at a time.
fn scheduler(config: SchedulerConfig) -> Scheduler {
    Scheduler::new(config, around())
}

fn around() -> Surroundings {
    Surroundings {
        merging: Merging {
            back: true,
            front: true,
            most_pages: 128,
        },
        depth: 4,
        logical_pages: 80,
        page_bytes: 4096,
    }
}

/// Adds requests that come at a time: `r5`, `w10+2`, `t3`, `r5@1` of process 1. Numbers go on from `from`.
fn add(scheduler: &mut Scheduler, from: u32, arrival_ns: u64, tokens: &str) {
    for (number, token) in (from..).zip(tokens.split(' ')) {
        scheduler.add(request(number, arrival_ns, token));
    }
}

fn request(number: u32, arrival_ns: u64, token: &str) -> Request {
    let (token, process) = token.split_once('@').unwrap_or((token, "0"));
    let (op, place) = token.split_at(1);
    let (lpn, pages) = place.split_once('+').unwrap_or((place, "1"));
    Request {
        number,
        arrival_ns,
        op: match op {
            "r" => Op::Read,
            "w" => Op::Write,
            _ => Op::Trim,
        },
        lpn: lpn.parse().expect("a page"),
        pages: pages.parse().expect("a number"),
        process: process.parse().expect("a number"),
        hot: false,
        ends: [0; 3],
    }
}

/// A scheduler's output, as a token: `w8+5`; or `until 150`, or `-` for never.
fn told(next: &Next) -> String {
    match next {
        Next::Io(io) => token(io),
        Next::Not { until: u64::MAX } => "-".to_owned(),
        Next::Not { until } => format!("until {until}"),
    }
}

fn token(io: &Io) -> String {
    let op = match io.op {
        Op::Read => 'r',
        Op::Write => 'w',
        Op::Trim => 't',
    };
    match io.pages() {
        1 => format!("{op}{}", io.lpn()),
        pages => format!("{op}{}+{pages}", io.lpn()),
    }
}

/// The requests handed out at a time, up to the end; the device never answers.
fn all_at(scheduler: &mut Scheduler, now: u64) -> String {
    let mut all = Vec::new();
    loop {
        let next = scheduler.next(now);
        all.push(told(&next));
        if !matches!(next, Next::Io(_)) {
            return all.join(" ");
        }
    }
}

/// As [`all_at`], and each is done before the next is asked for.
fn one_by_one(scheduler: &mut Scheduler, now: u64) -> String {
    let mut all = Vec::new();
    while let Next::Io(io) = scheduler.next(now) {
        all.push(token(&io));
        scheduler.completed(&io, now);
    }
    all.join(" ")
}
