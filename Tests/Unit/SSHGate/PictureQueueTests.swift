import SSHGate
import Testing

/// The newest picture wins, and never more than one is under way.
@Suite struct PictureQueueTests {
    /// A connection that takes so many bytes, and its queue.
    private final class Connection {
        var room = 0
        /// Whether pictures may go out in parts.
        var takesParts = false
        private(set) var written: [UInt8] = []
        private var queue = PictureQueue()

        var isEmpty: Bool { queue.isEmpty }

        func add(_ modes: [UInt8]) { queue.add(modes: modes) }

        func take(_ picture: [UInt8]) -> Bool { queue.take(picture, takes: takes, write: write) }

        func flush() { queue.flush(takes: takes, write: write) }

        private func takes(_ count: Int) -> Bool { takesParts || room >= count }

        private func write(_ bytes: ArraySlice<UInt8>) -> Int {
            let count = min(bytes.count, room)
            written += bytes.prefix(count)
            room -= count
            return count
        }
    }

    private let connection = Connection()

    @Test func aPictureWithoutRoomIsRefused() {
        connection.room = 2
        #expect(!connection.take([1, 2, 3]))
        #expect(connection.isEmpty && connection.written.isEmpty)
        connection.room = 9
        #expect(connection.take([4, 5, 6]))
        #expect(connection.written == [4, 5, 6])
    }

    @Test func modesGoOutBeforeThePicture() {
        connection.add([1])
        #expect(!connection.take([2]))
        connection.room = 9
        #expect(connection.take([3]))
        #expect(connection.written == [1, 3] && connection.isEmpty)
    }

    @Test func aPictureLargerThanTheWindowGoesInParts() {
        connection.takesParts = true
        connection.room = 2
        #expect(connection.take([1, 2, 3, 4, 5]))
        // The next one waits until this one is gone.
        connection.room = 2
        #expect(!connection.take([9]))
        connection.flush()
        // Commands that were added meanwhile follow at once.
        connection.add([6])
        connection.room = 9
        connection.flush()
        #expect(connection.isEmpty && connection.written == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [
        (0, 0, 80, 24), (-5, 3, 10, 4), (10_000, 10_000, 500, 200), (120, 40, 120, 40),
        (Int(Int32.max), Int(Int32.min), 500, 4),
    ])
    func anySizeIsDrawnWithinBounds(columns: Int, rows: Int, drawnColumns: Int, drawnRows: Int) {
        let size = TerminalBounds.limited(columns: columns, rows: rows)
        #expect(size.columns == drawnColumns && size.rows == drawnRows)
    }
}
