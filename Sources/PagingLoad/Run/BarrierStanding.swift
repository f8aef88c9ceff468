/// How many users of one worker stand at a barrier, and how many are to come there.
public struct BarrierStanding: Hashable, Sendable, Codable {
    public var name: String
    /// How often it has opened before, as far as the worker knows: users may come to a barrier again and again.
    public var round: Int
    public var standing: Int
    /// Those who stand included.
    public var expected: Int

    public init(name: String, round: Int, standing: Int, expected: Int) {
        self.name = name
        self.round = round
        self.standing = standing
        self.expected = expected
    }
}
