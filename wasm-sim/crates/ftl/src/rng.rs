//! Random numbers: xoshiro256++, the same everywhere.
//!
//! The generator is written out (from Blackman and Vigna's reference code, <https://prng.di.unimi.it>) instead of
//! taken from `rand_xoshiro`, because a checkpoint must be able to save its state; the tests hold it equal to
//! that crate. Every purpose draws from a stream of its own, so that a draw more in one place changes nothing in another.
//! No scheme makes a generator: it draws from the one that its [`Context`](crate::Context) was given.
//!
//! No `usize` and no platform's floating point enters a draw: native and wasm give the same numbers.

use nand::Columns;

/// The uses of random numbers. Streams are at least 2^128 draws apart ([`Rng::stream`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The workload's generator.
    Workload,
    /// The FTL's own draws: the victims of `random` and `d_choices`.
    Ftl,
    /// Times between arrivals.
    Arrivals,
    /// A step of the precondition, by its place in the scenario.
    Precondition(u32),
}

/// 2^128 draws.
const JUMP: [u64; 4] = [
    0x180e_c6d3_3cfd_0aba,
    0xd5a6_1266_f0c9_392c,
    0xa958_2618_e03f_c9aa,
    0x39ab_dc45_29b1_661c,
];

/// 2^192 draws.
const LONG_JUMP: [u64; 4] = [
    0x76e1_5d3e_fefd_cbbf,
    0xc500_4e44_1c52_2fb3,
    0x7771_0069_854e_e241,
    0x3910_9bb0_2acb_e635,
];

/// The number that `SplitMix64` adds from word to word.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A xoshiro256++ generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

/// A probability, as a draw is compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many of the 2^53 equally likely draws say yes.
    yes: u64,
}

impl Chance {
    const DRAWS: u64 = 1 << 53;

    /// Probability `p`, clamped to 0..=1.
    #[expect(clippy::cast_sign_loss, reason = "clamped")]
    pub fn new(p: f64) -> Self {
        // Exact: a multiplication by a power of two. k / 2^53 < p if and only if k < ceil(p * 2^53).
        Self {
            yes: (p.clamp(0.0, 1.0) * Self::DRAWS as f64).ceil() as u64,
        }
    }

    /// The outcome, if it is certain and needs no draw.
    #[inline]
    fn certain(self) -> Option<bool> {
        match self.yes {
            0 => Some(false),
            Self::DRAWS => Some(true),
            _ => None,
        }
    }
}

impl Rng {
    /// The stream of a purpose under a scenario's seed.
    ///
    /// The seed is spread over the state by `SplitMix64`. The workload has the stream that starts there. The FTL has
    /// the one a jump (of 2^128 draws) further on; arrivals the one two jumps on. Step n of the precondition has the
    /// one n + 1 long jumps (of 2^192) further on.
    #[inline]
    pub fn stream(seed: u64, purpose: Purpose) -> Self {
        let mut split = seed;
        let mut rng = Self {
            state: std::array::from_fn(|_| split_mix(&mut split)),
        };
        match purpose {
            Purpose::Workload => {}
            Purpose::Ftl => rng.leap(JUMP),
            Purpose::Arrivals => (0..2).for_each(|_| rng.leap(JUMP)),
            Purpose::Precondition(step) => (0..=step).for_each(|_| rng.leap(LONG_JUMP)),
        }
        rng
    }

    /// The generator of one request alone, so that it can be drawn again without those before it: its state is words 4 i to
    /// 4 i + 3 of the `SplitMix64` sequence that starts at `key`.
    pub fn of_request(key: u64, index: u32) -> Self {
        let mut split = key.wrapping_add(GOLDEN.wrapping_mul(4 * u64::from(index)));
        Self {
            state: std::array::from_fn(|_| split_mix(&mut split)),
        }
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 to `n - 1`; 0 if n is 0. One draw, by multiplication: a bias of at most n / 2^32, which
    /// no experiment here can see.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Yes, with a probability. One draw of 53 bits.
    pub fn chance(&mut self, chance: Chance) -> bool {
        self.next_u64() >> 11 < chance.yes
    }

    /// As [`Self::chance`], but no draw if the outcome is certain.
    pub fn yes(&mut self, chance: Chance) -> bool {
        chance.certain().unwrap_or_else(|| self.chance(chance))
    }

    /// A geometric number, from 1 on; `more` is the logarithm of the probability that it is one more. One draw.
    pub fn geometric(&mut self, more: f64) -> u32 {
        // 1 - u is above 0; the quotient is below 2^32 for every mean that is asked for, and clamped if not.
        let others = libm::log(1.0 - self.unit()) / more;
        (others as u32).saturating_add(1)
    }

    /// A number from 0 up to, but not including, 1. One draw of 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / Chance::DRAWS as f64
    }

    /// The state as columns, for checkpoints.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for word in &mut self.state {
            visit.long(word);
        }
    }

    /// Forward by as many draws as the polynomial says.
    fn leap(&mut self, polynomial: [u64; 4]) {
        let mut sum = [0; 4];
        for bit in 0..256 {
            if polynomial[bit / 64] >> (bit % 64) & 1 == 1 {
                for (sum, word) in sum.iter_mut().zip(self.state) {
                    *sum ^= word;
                }
            }
            self.next_u64();
        }
        self.state = sum;
    }
}

/// `SplitMix64`: fills a state from one word.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

    use super::*;

    #[test]
    fn the_generator_is_the_reference_one() {
        for seed in [0, 1, 2, 0xdead_beef, u64::MAX] {
            let mut theirs = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut ours = Rng::stream(seed, Purpose::Workload);
            assert!(
                (0..1000).all(|_| ours.next_u64() == theirs.next_u64()),
                "seed {seed}"
            );
        }
    }

    #[test]
    fn streams_are_long_jumps_apart() {
        let mut jumped = Xoshiro256PlusPlus::seed_from_u64(7);
        for step in 0..3 {
            jumped.long_jump();
            let mut theirs = jumped.clone();
            let mut ours = Rng::stream(7, Purpose::Precondition(step));
            assert!(
                (0..10).all(|_| ours.next_u64() == theirs.next_u64()),
                "step {step}"
            );
        }
    }

    #[test]
    fn the_ftl_draws_a_jump_further_on() {
        let mut theirs = Xoshiro256PlusPlus::seed_from_u64(7);
        theirs.jump();
        let mut ours = Rng::stream(7, Purpose::Ftl);
        assert!((0..10).all(|_| ours.next_u64() == theirs.next_u64()));
    }

    #[test]
    fn a_request_has_the_words_after_those_of_the_one_before() {
        let mut split = 5;
        for request in 0..3 {
            let state = std::array::from_fn(|_| split_mix(&mut split));
            assert_eq!(Rng::of_request(5, request), Rng { state });
        }
    }

    #[test]
    fn the_first_numbers_are_fixed() {
        let mut rng = Rng::stream(1, Purpose::Workload);
        assert_eq!(
            [rng.next_u64(), rng.next_u64(), rng.next_u64()],
            [
                14_971_601_782_005_023_387,
                13_781_649_495_232_077_965,
                1_847_458_086_238_483_744
            ]
        );
        assert_eq!(
            [
                rng.below(100),
                rng.below(100),
                rng.below(100),
                rng.below(100)
            ],
            [74, 18, 59, 98]
        );
        let half = Chance::new(0.5);
        assert_eq!(
            [
                rng.chance(half),
                rng.chance(half),
                rng.chance(half),
                rng.chance(half)
            ],
            [false, true, true, false]
        );
        assert_eq!(
            Rng::stream(1, Purpose::Precondition(0)).next_u64(),
            14_330_722_100_524_715_756
        );
    }

    #[test]
    fn chances_and_limits_hold() {
        let mut rng = Rng::stream(3, Purpose::Workload);
        assert!((0..1000).all(|_| !rng.chance(Chance::new(0.0)) && rng.chance(Chance::new(1.0))));
        let yes = (0..100_000)
            .filter(|_| rng.chance(Chance::new(0.3)))
            .count();
        assert!((29_500..30_500).contains(&yes), "{yes}");
        let mut seen = [0; 5];
        (0..100_000).for_each(|_| seen[rng.below(5) as usize] += 1);
        assert!(
            seen.iter().all(|n| (19_500..20_500).contains(n)),
            "{seen:?}"
        );
        assert_eq!(rng.below(0), 0);
    }
}
