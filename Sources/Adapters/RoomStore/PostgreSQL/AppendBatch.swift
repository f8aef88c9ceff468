/// Records that one statement appends to the journals of their rooms: at most 1 MiB, or one larger record.
struct AppendBatch {
    struct Entry {
        let room: String
        /// Number of the record in its room, from 1 without a gap.
        let index: Int64
        let isWhole: Bool
        let record: [UInt8]
    }

    static let mostBytes = 1 << 20

    /// Records that are not in the journal yet, as far as known.
    var entries: [Entry] = []
    /// Number of writes that the batch carries out.
    private(set) var count = 0
    /// Number of the last record of each room.
    private var lasts: [String: Int64] = [:]

    var rooms: some Collection<String> { lasts.keys }

    /// Takes records from the beginning of `writes`, up to the limit or to another kind of write.
    ///
    /// - Parameter last: number of the last record of a room.
    init(_ writes: ArraySlice<StoreWrite>, after last: (String) -> Int64) {
        var bytes = 0
        for write in writes {
            guard case .record(_, let form, let record) = write.kind,
                count == 0 || bytes + write.bytes <= Self.mostBytes
            else { break }
            bytes += write.bytes
            count += 1
            let index = (lasts[write.name] ?? last(write.name)) + 1
            lasts[write.name] = index
            entries.append(Entry(room: write.name, index: index, isWhole: form != .change, record: record))
        }
    }

    /// Removes the records that `last` has already.
    mutating func removeStored(upTo last: (String) -> Int64) {
        entries.removeAll { $0.index <= last($0.room) }
    }
}
