/// Records that one statement appends to the journals of their rooms: at most 1 MiB, or one larger record.
struct AppendBatch {
    struct NumberedRecord {
        let room: String
        /// Number of the record in its room, from 1 without a gap.
        let index: Int64
        let isWhole: Bool
        let record: [UInt8]
        /// Number that the caller has given the record.
        var number: Int64 = 0
    }

    static let mostBytes = 1 << 20

    /// Records that are not in the journal yet, as far as known.
    private(set) var entries: [NumberedRecord] = []
    /// Number of writes that the batch carries out.
    private(set) var count = 0
    private var bytes = 0
    /// Number of the last record of each room.
    private var lasts: [String: Int64] = [:]

    var rooms: some Collection<String> { lasts.keys }

    init() {}

    /// Takes records from the beginning of `writes`, up to the limit or to another kind of write.
    ///
    /// - Parameter last: number of the last record of a room.
    init(_ writes: ArraySlice<StoreWrite>, after last: (String) -> Int64) {
        for write in writes {
            guard case .record(let position, let form, let record) = write.kind,
                add(
                    record, isWhole: form != .change, number: position.number, room: write.name, after: last(write.name)
                )
            else { break }
        }
    }

    /// Adds a record; false when there is no space for it.
    ///
    /// - Parameter last: number of the last record of its room that is committed.
    mutating func add(_ record: [UInt8], isWhole: Bool, number: Int64, room: String, after last: Int64) -> Bool {
        let size = StoreWrite.bytes(name: room, content: record.count)
        guard count == 0 || bytes + size <= Self.mostBytes else { return false }
        bytes += size
        count += 1
        let index = (lasts[room] ?? last) + 1
        lasts[room] = index
        entries.append(NumberedRecord(room: room, index: index, isWhole: isWhole, record: record, number: number))
        return true
    }

    /// Removes the records that are committed.
    mutating func removeCommitted(upTo last: (String) -> Int64) {
        entries.removeAll { $0.index <= last($0.room) }
    }

    /// Removes the records of a room.
    mutating func remove(_ room: String) {
        entries.removeAll { $0.room == room }
    }
}
