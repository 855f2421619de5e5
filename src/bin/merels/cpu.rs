//! Checks that the processor has the instruction sets that the program was built for. `.cargo/config.toml` targets
//! the processor of the build machine.

/// An instruction set that the program uses and this processor does not have.
#[cfg(target_arch = "x86_64")]
pub fn missing() -> Option<&'static str> {
    macro_rules! first_missing {
        ($($feature:tt),*) => {
            $(if cfg!(target_feature = $feature) && !std::arch::is_x86_feature_detected!($feature) {
                return Some($feature);
            })*
        };
    }
    first_missing!(
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
    );
    None
}

#[cfg(not(target_arch = "x86_64"))]
pub fn missing() -> Option<&'static str> {
    None
}
