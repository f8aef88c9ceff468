import JSONCodec
import PagingWire

/// Messages of both directions: each line is read or refused in words, and what was read can be written and read again.
enum MessageEntry {
    static func enter(client bytes: ArraySlice<UInt8>) {
        for result in ClientMessageReader.readLines(bytes) {
            switch result {
            case .success(let message):
                var again: [UInt8] = []
                ClientMessageWriter.encode(message, into: &again)
                precondition(
                    ClientMessageReader.readLines(again[...]) == [.success(message)], "it reads what it writes")
            case .failure(let malformed): check(malformed)
            }
        }
    }

    static func enter(server bytes: ArraySlice<UInt8>) {
        for result in ServerMessageReader.readLines(bytes) {
            switch result {
            case .success(let message):
                var again: [UInt8] = []
                ServerMessageWriter.encode(message, into: &again)
                precondition(
                    ServerMessageReader.readLines(again[...]) == [.success(message)], "it reads what it writes")
            case .failure(let malformed): check(malformed)
            }
        }
    }

    /// The reason travels back to the peer: it has one, and it does not grow with what the peer sent.
    static func check(_ malformed: Malformed) {
        let reason = malformed.refusal.reason
        precondition(!reason.isEmpty && reason.utf8.count < 2_048, "a refusal is a sentence")
    }
}
