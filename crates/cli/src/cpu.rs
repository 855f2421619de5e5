//! Checks that the processor has the instruction sets that the program was built for.
//! `.cargo/config.toml` targets the processor of the build machine.

/// An instruction set that the program uses and this processor does not have.
#[cfg(target_arch = "x86_64")]
pub fn missing() -> Option<&'static str> {
    macro_rules! features {
        ($($feature:tt),*) => {
            [$(($feature, cfg!(target_feature = $feature), std::arch::is_x86_feature_detected!($feature))),*]
        };
    }
    first_missing(&features!(
        "sse3",
        "ssse3",
        "sse4.1",
        "sse4.2",
        "popcnt",
        "lzcnt",
        "bmi1",
        "bmi2",
        "avx",
        "avx2",
        "fma",
        "f16c",
        "movbe",
        "avx512f",
        "avx512bw",
        "avx512cd",
        "avx512dq",
        "avx512vl",
        "avx512vbmi",
        "avx512vnni",
        "avx512bitalg",
        "avx512vpopcntdq",
        "gfni",
        "vaes"
    ))
}

/// The first of these instruction sets that is used and not there.
#[cfg(target_arch = "x86_64")]
fn first_missing(features: &[(&'static str, bool, bool)]) -> Option<&'static str> {
    features
        .iter()
        .find(|&&(_, used, there)| used && !there)
        .map(|&(feature, ..)| feature)
}

#[cfg(not(target_arch = "x86_64"))]
pub fn missing() -> Option<&'static str> {
    None
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_and_not_there_is_missing() {
        let sets = [
            ("sse3", true, true),
            ("avx512f", false, false),
            ("avx2", true, false),
            ("gfni", true, false),
        ];
        assert_eq!(first_missing(&sets), Some("avx2"));
        assert_eq!(first_missing(&sets[..2]), None);
        assert_eq!(missing(), None, "these tests run");
    }
}
