import PagingRoom
import PagingWire
import Testing

@testable import JSONCodec

/// Random mutations of messages: every line is read or refused, and json-c reads each line that the scanner accepts.
@Suite struct CodecMutationTests {
    private static let scraps = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "NaN", "1.", "-", "01", "1e9", "\\u0000", "\\ud800", "'",
        "/*", "\u{0}", "\t", "é", "99999999999999999999", "\"id\":1,", "true", "1E400", "-0", "0.0e-0", "\\u00e9",
    ].map { Array($0.utf8) }

    private func mutate(_ bytes: [UInt8], _ samples: inout Samples) -> [UInt8] {
        var mutated = bytes
        for _ in 0...samples.index(below: 3) where !mutated.isEmpty {
            let place = samples.index(below: mutated.count)
            switch samples.index(below: 6) {
            case 0: mutated[place] = UInt8(truncatingIfNeeded: samples.bits())
            case 1: mutated.remove(at: place)
            case 2: mutated.insert(contentsOf: Self.scraps[samples.index(below: Self.scraps.count)], at: place)
            case 3: mutated.removeSubrange(place...)
            case 4: mutated.swapAt(place, samples.index(below: mutated.count))
            default:
                let end = min(mutated.count, place + samples.index(below: 12))
                mutated.insert(contentsOf: mutated[place..<end], at: samples.index(below: mutated.count))
            }
        }
        return mutated
    }

    /// Whether the line was read.
    private func check(_ line: [UInt8], seed: UInt64) -> Bool {
        let isJSON = line.withUnsafeBytes { bytes in
            guard (try? JSONScanner.check(bytes)) != nil else { return false }
            #expect((try? JSONTree.read(bytes) { _ in true }) == true, "json-c refused what passed: seed \(seed)")
            return true
        }
        do throws(Malformed) {
            _ = try ClientMessageReader.read(line[...])
            #expect(isJSON, "seed \(seed)")
            return true
        } catch {
            #expect(!error.refusal.reason.isEmpty && error.refusal.reason.utf8.count < 300, "seed \(seed)")
            return false
        }
    }

    @Test func mutatedClientMessagesAreReadOrRefused() {
        var read = 0
        let rounds: UInt64 = 8_000
        for seed in 0..<rounds {
            var samples = Samples(seed: seed)
            var bytes: [UInt8] = []
            ClientMessageWriter.encode(samples.clientMessage(kind: Int(seed) % Samples.clientKinds), into: &bytes)
            if check(mutate(bytes, &samples), seed: seed) { read += 1 }
        }
        #expect(read > 100 && read < Int(rounds) / 2, "\(read) of \(rounds) still read")
    }

    @Test func mutatedServerMessagesAreReadOrRefused() {
        for seed in UInt64(0)..<2_000 {
            var samples = Samples(seed: seed)
            var bytes: [UInt8] = []
            ServerMessageWriter.encode(samples.serverMessage(kind: Int(seed) % Samples.serverKinds), into: &bytes)
            let mutated = mutate(bytes, &samples)
            _ = try? ServerMessageReader.read(mutated[...])
        }
    }

    @Test func randomLinesAreReadOrRefused() {
        let alphabet = Array(#"{}[]",:\u0019.eE+-tfn idypeping"#.utf8)
        for seed in UInt64(0)..<4_000 {
            var samples = Samples(seed: seed)
            let line =
                [UInt8(ascii: "{")]
                + (0..<samples.index(below: 24)).map { _ in alphabet[samples.index(below: alphabet.count)] }
            _ = check(line, seed: seed)
        }
    }
}
