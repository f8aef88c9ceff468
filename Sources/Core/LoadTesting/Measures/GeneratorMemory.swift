/// Resident memory of the generator, the sum of all its processes.
package struct GeneratorMemory: Hashable, Sendable, Codable {
    /// Before the first user.
    package var startBytes: Int
    /// The peak. Peaks of several processes may come at different times; their sum is what the machine needs at most.
    package var peakBytes: Int

    package init(startBytes: Int, peakBytes: Int) {
        self.startBytes = startBytes
        self.peakBytes = max(startBytes, peakBytes)
    }

    /// The memory of each user; nil without users.
    package func bytesPerUser(of users: Int) -> Int? {
        users > 0 ? (peakBytes - startBytes) / users : nil
    }

    mutating func add(_ other: GeneratorMemory) {
        startBytes += other.startBytes
        peakBytes += other.peakBytes
    }
}
