import PagingServer
import Testing
import WebSocketLoop

@testable import riffle

/// The default limits for connections.
@Suite struct AccessPolicyTests {
    @Test func addressesAreLimitedExceptOnLoopback() {
        let open = AccessPolicy.limits(isLoopback: false)
        #expect(
            open
                == ConnectionLimiter.Limits(
                    connections: 16_000, connectionsPerAddress: 1_000, connectionsPerSecond: 1_000, handshakes: 4_096))
        #expect(AccessPolicy.limits(isLoopback: true) == ConnectionLimiter.Limits(connections: 16_000))
    }

    @Test(arguments: [
        ("127.0.0.1:1", true), ("127.9.8.7:1", true), ("localhost:1", true), ("[::1]:1", true),
        ("[::ffff:127.0.0.1]:1", true), ("127.example.org:1", false), ("127.0.0.1.example.org:1", false),
        ("0.0.0.0:1", false), ("[::]:1", false), ("10.0.0.1:1", false), ("localhost.example.org:1", false),
    ]) func loopbackIsAnAddress(text: String, isLoopback: Bool) throws {
        #expect(try #require(ListenAddress(argument: text)).isLoopback == isLoopback)
    }

    private static func request(_ change: (inout UpgradeRequest) -> Void = { _ in }) -> UpgradeRequest {
        var request = UpgradeRequest(path: "/rooms/talk", host: "127.0.0.1:7420")
        change(&request)
        return request
    }

    @Test func onlyThisMachinePresentsWithoutAKey() {
        var policy = AccessPolicy()
        #expect(policy.isLocalPresenter(Self.request()))
        #expect(policy.isLocalPresenter(Self.request { $0.origin = "http://localhost:8000" }))
        let others = [
            Self.request { $0.isForwarded = true }, Self.request { $0.remoteAddress = "192.0.2.1" },
            Self.request { $0.host = "talk.example.org" }, Self.request { $0.host = nil },
            Self.request { $0.host = "127.0.0.1.example.org:7420" },
            Self.request { $0.origin = "https://talk.example.org" }, Self.request { $0.origin = "null" },
        ]
        for request in others { #expect(!policy.isLocalPresenter(request), "\(request)") }
        policy.hasLocalPresenters = false
        #expect(!policy.isLocalPresenter(Self.request()))
    }

    @Test func withoutSecretsTheKeyMakesAPresenter() {
        var policy = AccessPolicy()
        policy.hasLocalPresenters = false
        func rights(_ token: String?) -> Authorization { policy.authorization(of: token, for: "talk", isLocal: false) }
        #expect(rights(nil) == .granted(.member, name: nil))
        policy.presenterKey = PresenterKey.make()
        #expect(rights(policy.presenterKey) == .granted(.presenter, name: nil))
        for wrong in ["", "0123456789abcdef", (policy.presenterKey ?? "") + "0"] {
            guard case .unauthorized = rights(wrong) else {
                Issue.record("\(wrong) is taken")
                return
            }
        }
        #expect(policy.authorization(of: nil, for: "talk", isLocal: true) == .granted(.presenter, name: nil))
        #expect(PresenterKey.make() != PresenterKey.make() && PresenterKey.make().utf8.count == 16)
    }
}
