import JSONCodec
import PagingWire

/// Messages of both directions: each line is read or refused with a reason, and a read message round-trips.
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

    /// Checks the reason for the peer: it is not empty, and its length is bounded.
    static func check(_ malformed: Malformed) {
        let reason = malformed.refusal.reason
        precondition(!reason.isEmpty && reason.utf8.count < 2_048, "a refusal is a sentence")
    }
}
