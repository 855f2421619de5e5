//! What a count of results says of the true share, with 95 % intervals.

/// The standard normal deviate that 2.5 % exceed.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval (1927) of a share of which `hits` of `total` were found: from and to, between 0 and 1.
/// Unlike the usual one it says something sensible where all or none are hits. Nothing found says nothing: 0 to 1.
pub fn wilson(hits: u64, total: u64) -> (f64, f64) {
    if total == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (total as f64, hits as f64 / total as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}
