//! The slope of write amplification under greedy GC, for the pool choice `optimal`.

/// dA/dalpha of greedy GC (eq. 29, sign corrected): w/((1+w)(w + c alpha)), w = W(-c alpha e^(-c alpha)),
/// c = 1 + 1/(2P).
///
/// With y = c alpha and s the share of pages that survive in a block until it is cleaned, s = e^(-y(1-s)) (eq. 2), w is -y s,
/// which leaves -s/((1 - y s)(1 - s)).
pub fn greedy_slope(alpha: f64, pages_per_block: f64) -> f64 {
    let y = survivors_exponent(alpha, pages_per_block);
    slope(y, survivors(y))
}

/// y.
fn survivors_exponent(alpha: f64, pages_per_block: f64) -> f64 {
    alpha * (1.0 + 0.5 / pages_per_block)
}

/// s, exact.
fn survivors(y: f64) -> f64 {
    // Newton from below: s - e^(-y(1-s)) is concave, so no step goes past the root below 1.
    let mut s = 0.0;
    for _ in 0..64 {
        let e = libm::exp(-y * (1.0 - s));
        let step = (e - s) / (1.0 - y * e);
        s += step;
        if step <= 1e-15 {
            break;
        }
    }
    s
}

fn slope(y: f64, s: f64) -> f64 {
    -s / ((1.0 - y * s) * (1.0 - s))
}

/// [`greedy_slope`], off by less than a billionth. `s` is about what it was last, and is what it is now afterwards: from there it is
/// a few steps of Newton's method, whose error is about the square of the last step. Where the root is close to 1, the
/// trivial one, or a step is large, it is worked out from the beginning.
pub fn near_slope(alpha: f64, pages_per_block: f64, s: &mut f64) -> f64 {
    let y = survivors_exponent(alpha, pages_per_block);
    for _ in 0..4 {
        let e = libm::exp(-y * (1.0 - *s));
        let rise = 1.0 - y * e;
        let step = (e - *s) / rise;
        *s += step;
        if rise > 0.01 && *s > 0.0 && step.abs() < 1e-7 {
            return slope(y, *s);
        }
    }
    *s = survivors(y);
    slope(y, *s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_near_the_last_one_is_as_good() {
        let mut rng = crate::rng::Rng::stream(1, crate::rng::Purpose::Workload);
        let (mut s, mut alpha) = (0.0, 1.2);
        for step in 0..100_000 {
            // Mostly a little more or less, now and then any.
            let random = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
            alpha = if step % 100 == 0 {
                0.99 + 3.0 * random * random * random
            } else {
                alpha * (1.0 + 1e-4 * (random - 0.5))
            };
            let (near, exact) = (near_slope(alpha, 64.0, &mut s), greedy_slope(alpha, 64.0));
            let off = (near / exact - 1.0).abs();
            assert!(
                off < 1e-9 || near.to_bits() == exact.to_bits(),
                "{alpha}: {near} {exact}"
            );
        }
    }

    #[test]
    fn the_slope_of_greedy_cleaning_is_that_of_its_equation() {
        assert!((greedy_slope(1.1, 64.0) + 42.3).abs() < 0.05);
        // Against the difference quotient of eq. 12, A = 1/(c(1-s)), s by bisection.
        let amplification = |alpha: f64| {
            let c = 1.0 + 0.5 / 64.0;
            let (mut low, mut high) = (0.0, 1.0 - 1e-6);
            for _ in 0..200 {
                let s = f64::midpoint(low, high);
                if s < libm::exp(-c * alpha * (1.0 - s)) {
                    low = s;
                } else {
                    high = s;
                }
            }
            1.0 / (c * (1.0 - low))
        };
        for alpha in [1.02, 1.05, 1.2, 1.5, 2.0, 4.0] {
            let h = 1e-6;
            let quotient = (amplification(alpha + h) - amplification(alpha - h)) / (2.0 * h);
            let slope = greedy_slope(alpha, 64.0);
            assert!(
                (slope / quotient - 1.0).abs() < 1e-3,
                "{alpha}: {slope} {quotient}"
            );
        }
    }
}
