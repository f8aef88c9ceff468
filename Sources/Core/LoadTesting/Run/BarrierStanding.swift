/// How many users of one worker stand at a barrier, and how many are to come there.
package struct BarrierStanding: Hashable, Sendable, Codable {
    package var name: String
    /// How often it has opened before, as far as the worker knows: users may come to a barrier again and again.
    package var round: Int
    package var standing: Int
    /// Those who stand included.
    package var expected: Int

    package init(name: String, round: Int, standing: Int, expected: Int) {
        self.name = name
        self.round = round
        self.standing = standing
        self.expected = expected
    }
}
