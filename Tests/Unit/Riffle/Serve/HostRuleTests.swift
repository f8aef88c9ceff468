import Testing

@testable import riffle

/// The names under which the admin listener may be requested.
@Suite struct HostRuleTests {
    @Test(arguments: [
        "localhost", "localhost:7421", "LOCALHOST.:7421", "admin.localhost", "127.0.0.1", "127.0.0.1:7421",
        "10.0.0.7:80",
        "[::1]", "[::1]:7421", "[fe80::1]:7421", "watch.example", "Watch.Example.:7421",
    ]) func passes(host: String) {
        #expect(HostRule(configured: "watch.example").allows(host))
    }

    @Test(arguments: [
        nil, "", ":7421", "evil.example", "evil.example:7421", "localhost.evil.example", "notlocalhost",
        "127.0.0.1.evil.example",
        "evil.watch.example", "watch.example.evil", "127.0.0.1, evil.example", "evil.example, localhost", "127.1",
        "::1",
        "[::1", "[::1]x", "[evil.example]", "[127.0.0.1]", "localhost:evil", "localhost:1:2", "user@localhost", ".",
    ]) func isRefused(host: String?) {
        #expect(!HostRule(configured: "watch.example").allows(host))
    }
}
