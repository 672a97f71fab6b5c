//! Workloads with the figures that papers give of real traces (DFTL'09, Table 3; Hu, Table 2.2).
//!
//! Synthetic: of a trace its table keeps a few averages, and these are all that is met: mean request size (sizes are geometric,
//! at least a page), share of reads, share of requests that resume where the one before ended, time between arrivals (always the mean).
//! Other requests go anywhere in the range. Hu's table says nothing of sequential requests: none go on. How often addresses are
//! asked for again no table says in a way that could be met; a scenario may say it (`reuse`, see `workload::reuse`).

/// The figures of a trace.
#[derive(Debug, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// Mean request size, kB of 1024 bytes.
    pub size_kb: f64,
    /// Share of the requests that read.
    pub read_fraction: f64,
    /// Share of the requests that resume where the one before ended.
    pub sequential: f64,
    /// Mean time between arrivals, nanoseconds.
    pub interarrival_ns: u64,
}

/// A line of DFTL'09, Table 3: kB, reads and sequential requests in percent, time between arrivals in units of 10 us.
const fn table_3(
    name: &'static str,
    size_kb: f64,
    read: f64,
    sequential: f64,
    time: u64,
) -> Profile {
    Profile {
        name,
        size_kb,
        read_fraction: read / 100.0,
        sequential: sequential / 100.0,
        interarrival_ns: time * 10_000,
    }
}

/// A line of Hu's Table 2.2: kB, writes for each read, requests a second.
const fn table_2_2(name: &'static str, size_kb: f64, writes: f64, iops: u64) -> Profile {
    Profile {
        name,
        size_kb,
        read_fraction: 1.0 / (1.0 + writes),
        sequential: 0.0,
        interarrival_ns: (1_000_000_000 + iops / 2) / iops,
    }
}

/// All of both tables.
pub const PROFILES: &[Profile] = &[
    table_3("financial", 4.38, 9.0, 2.0, 13_350),
    table_3("cello99", 5.03, 35.0, 1.0, 4_101),
    table_3("tpch", 12.82, 95.0, 18.0, 15_556),
    table_3("websearch", 14.86, 99.0, 14.0, 997),
    table_2_2("financial1", 3.38, 3.31, 122),
    table_2_2("financial2", 2.38, 0.24, 54),
    table_2_2("exchange", 12.5, 1.53, 611),
    table_2_2("build", 4.14, 41.0, 1980),
    table_2_2("msn", 22.52, 66.7, 106),
    table_2_2("tpce", 12.75, 83.9, 308),
];
