//! The command line.
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p: merels::Position = merels::Position::start(a[1].parse().unwrap()).unwrap();
    println!("{}", merels::perft(&p, a[2].parse().unwrap()));
}
