import Foundation
import TestSupport
import Testing

@testable import FuzzEntries

/// Runs the committed seeds and random mutations of them through the entry points of `make fuzz`. A defect ends the
/// process; `FUZZ_TRACE=1` prints each round.
@Suite struct FuzzCorpusTests {
    private static let corpus = Repository.file("Fuzz/Corpus")

    private static func seeds(of entry: FuzzEntry) throws -> [[UInt8]] {
        let folder = corpus.appendingPathComponent(entry.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            Array(try Data(contentsOf: folder.appendingPathComponent(name)))
        }
    }

    @Test(
        arguments: zip(
            FuzzEntry.allCases,
            [20_000, 20_000, 20_000, 20_000, 5_000, 10_000, 5_000, 5_000, 3_000, 3_000, 20_000]))
    func seedsAndTheirMutationsAreHandled(entry: FuzzEntry, rounds: Int) throws {
        let seeds = try Self.seeds(of: entry)
        #expect(seeds.count >= 20, "the seeds were found")
        for seed in seeds { entry.enter(seed) }
        let rounds = Effort.rounds(rounds / 10, of: rounds)
        let isTraced = ProcessInfo.processInfo.environment["FUZZ_TRACE"] != nil
        for round in 0..<rounds {
            if isTraced { print("\(entry.rawValue) \(round)") }
            var mutation = Mutation(seed: UInt64(round))
            entry.enter(mutation.mutated(from: seeds))
        }
    }

    /// Seeds in an earlier layout would no longer reach what they are for.
    @Test func everySeedOfAClusterIsAccepted() throws {
        for (number, seed) in try Self.seeds(of: .clusterMessages).enumerated() {
            #expect(ClusterEntry.enter(seed), "seed \(number)")
        }
    }
}
