//! Timing and energy by name (SPEC 1).

use nand::{Energy, Timing};

use super::document::{Or, TimingFigures};
use super::problem::bounds::from_zero;
use super::problem::{Checked, Problem};

const NO_ENERGY: [f64; 3] = [0.0; 3];

/// Name; read, program, erase in µs; the same in µJ.
const PRESETS: [(&str, [f64; 3], [f64; 3]); 5] = [
    ("slides", [25.0, 200.0, 2000.0], NO_ENERGY),
    ("dftl09-large", [130.9, 405.9, 2000.0], NO_ENERGY),
    ("dftl09-small", [41.75, 226.75, 2000.0], NO_ENERGY),
    ("dftlj", [130.9, 405.9, 1500.0], [4.72, 38.04, 527.68]),
    // Read 20 and program 200, each with its transfer over the bus.
    ("hu", [20.0 + 25.0, 200.0 + 200.0, 1500.0], NO_ENERGY),
];

/// Their names.
#[cfg(feature = "ts")]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|preset| preset.0)
}

/// The longest operation and the largest energy that make sense: a quarter of an hour, a kilojoule.
const MOST: f64 = 1e9;

/// The content of `device.timing`.
pub(super) fn resolve(timing: Option<&Or<String, TimingFigures>>) -> Checked<(Timing, Energy)> {
    let none = TimingFigures::default();
    let (path, name, figures) = match timing {
        None => ("", None, &none),
        Some(Or::Scalar(name)) => ("device.timing", Some(name), &none),
        Some(Or::Compound(figures)) => ("device.timing.preset", figures.preset.as_ref(), figures),
    };
    let name = name.map_or(PRESETS[0].0, String::as_str);
    let preset = PRESETS.iter().find(|preset| preset.0 == name);
    let Some((_, us, uj)) = preset else {
        return Err(Problem::unknown(
            path,
            "timing preset",
            name,
            PRESETS.iter().map(|preset| preset.0),
        ));
    };
    let figure = |field: &str, given: Option<f64>, preset: f64| {
        let value = given.unwrap_or(preset);
        from_zero(&format!("device.timing.{field}"), field, value, MOST).map(|()| value)
    };
    let timing = Timing::from_us(
        figure("read_us", figures.read_us, us[0])?,
        figure("program_us", figures.program_us, us[1])?,
        figure("erase_us", figures.erase_us, us[2])?,
    );
    let energy = Energy {
        read_uj: figure("read_uj", figures.read_uj, uj[0])?,
        program_uj: figure("program_uj", figures.program_uj, uj[1])?,
        erase_uj: figure("erase_uj", figures.erase_uj, uj[2])?,
    };
    Ok((timing, energy))
}

/// The one way to say these figures: the first preset that has just them, otherwise all six.
pub(super) fn document(timing: Timing, energy: Energy) -> Or<String, TimingFigures> {
    let same = |(_, us, uj): &&(&str, [f64; 3], [f64; 3])| {
        Timing::from_us(us[0], us[1], us[2]) == timing
            && energy
                == Energy {
                    read_uj: uj[0],
                    program_uj: uj[1],
                    erase_uj: uj[2],
                }
    };
    if let Some((name, ..)) = PRESETS.iter().find(same) {
        return Or::Scalar((*name).to_owned());
    }
    let us = |ns: u64| Some(ns as f64 / 1000.0);
    Or::Compound(TimingFigures {
        preset: None,
        read_us: us(timing.read_ns),
        program_us: us(timing.program_ns),
        erase_us: us(timing.erase_ns),
        read_uj: Some(energy.read_uj),
        program_uj: Some(energy.program_uj),
        erase_uj: Some(energy.erase_uj),
    })
}
