import Testing

@testable import riffle

@Suite struct PreflightTests {
    @Test func tooFewDescriptorsAreSaidWithFigures() throws {
        let preflight = Preflight(users: [5_000], descriptors: 4_096, ports: 28_232, sources: 1)
        let refusal = try #require(preflight.refusal)
        #expect(
            refusal.hasPrefix(
                "a worker with 5000 users needs 5272 descriptors, but the system allows 4096 (ulimit -Hn)"))
        #expect(refusal.hasSuffix("use --workers 2"))
        #expect(Preflight(users: [2_500, 2_500], descriptors: 4_096, ports: 28_232, sources: 1).refusal == nil)
    }

    /// Before its own connection a user has those of its HTTP requests.
    @Test func usersWithTwoConnectionsNeedTwiceAsManyDescriptors() {
        var preflight = Preflight(users: [2_000], descriptors: 4_096, ports: 28_232, sources: 1)
        #expect(preflight.refusal == nil)
        preflight.connectionsPerUser = 2
        #expect(preflight.refusal?.contains("a worker with 2000 users needs 4272 descriptors") == true)
        #expect(preflight.refusal?.hasSuffix("use --workers 2") == true)
    }

    @Test func usersOverTLSNeedMoreMemory() throws {
        var preflight = Preflight(users: [2_000, 1_000], descriptors: 4_096, ports: 28_232, sources: 1)
        let plain = try #require(preflight.rows.first { $0.name == "memory" })
        preflight.isSecure = true
        let secure = try #require(preflight.rows.first { $0.name == "memory" })
        #expect(plain.value == "about 90 MB, 65 MB" && secure.value == "about 140 MB, 90 MB")
    }

    @Test func tooFewPortsAreSaidWithFigures() throws {
        let preflight = Preflight(users: [30_000, 30_000], descriptors: 100_000, ports: 28_232, sources: 1)
        let refusal = try #require(preflight.refusal)
        #expect(refusal.contains("60000 users need as many local ports, but there are 28232 to one server"))
        #expect(refusal.hasSuffix("give --source ADDRESS 3 times"))
        #expect(Preflight(users: [30_000, 30_000], descriptors: 100_000, ports: 28_232, sources: 3).refusal == nil)
    }
}
