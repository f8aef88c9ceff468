import Foundation

/// How much a test repeats: a few rounds in `make test`, all of them in `make nightly`, which sets RIFFLE_TESTS=full.
public enum Effort {
    public static let isFull = ProcessInfo.processInfo.environment["RIFFLE_TESTS"] == "full"

    /// The number of rounds, seeds or sizes to play. The few are the first of all.
    public static func rounds(_ few: Int, of all: Int) -> Int { isFull ? all : few }
}
