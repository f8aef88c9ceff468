import PagingRoom
import PagingWire

/// Common part of the readers of both directions: turns a line into an object with a type, and an error into a refusal.
enum MessageReader {
    /// Decodes `line` of at most `limit` bytes; `body` gets the object's type and fields.
    static func read<Message>(
        _ line: UnsafeRawBufferPointer, limit: Int,
        _ body: (String, borrowing FieldReader) throws(DecodeError) -> Message
    ) throws(Malformed) -> Message {
        var id: RequestID?
        do throws(DecodeError) {
            guard line.count <= limit else { throw MessageReader.tooLarge(limit) }
            return try JSONTree.read(line) { fields throws(DecodeError) in
                do throws(DecodeError) {
                    return try body(try fields.string("type", bytes: 64), fields)
                } catch {
                    id = try? fields.requestID()
                    throw error
                }
            }
        } catch {
            throw Malformed(id: id, refusal: error.refusal)
        }
    }

    static func tooLarge(_ limit: Int) -> DecodeError {
        DecodeError(code: .tooLarge, place: .object, reason: "longer than \(limit) bytes")
    }

    /// Calls `body` with each line of `message`. A line feed at the end of the message begins no new line.
    static func forEachLine(_ message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var rest = message[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            body(UnsafeRawBufferPointer(rebasing: rest[..<end]))
            rest = rest[(end + 1)...]
            if rest.isEmpty { return }
        }
        body(UnsafeRawBufferPointer(rebasing: rest))
    }
}
