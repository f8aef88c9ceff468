import Testing
import WebSocketLoop

@testable import riffle

/// The paths of the page for browsers, and the pages that may connect.
@Suite struct WebAccessTests {
    private static func access(rooms: Set<String>? = ["talk"], isSecure: Bool = false) -> WebAccess {
        WebAccess(rooms: rooms, hosts: HostRule(configured: "0.0.0.0"), isSecure: isSecure)
    }

    @Test func roomsHaveAPage() {
        #expect(Self.access().answer(HTTPGet(path: "/rooms/talk"))?.status == 200)
        #expect(Self.access().answer(HTTPGet(path: "/talk"))?.status == 200)
        for path in ["/", "", "talk", "/rooms/", "/rooms/other", "/other", "/talk/", "//talk", "/rooms/talk/x"] {
            #expect(Self.access().answer(HTTPGet(path: path)) == nil, "\(path)")
        }
    }

    @Test func whereRoomsAreMadeEveryNameHasAPage() {
        #expect(Self.access(rooms: nil).answer(HTTPGet(path: "/other"))?.status == 200)
        for path in ["/healthz", "/readyz", "/echo", "/favicon.ico", "/rooms/a b", "/rooms/../x"] {
            #expect(Self.access(rooms: nil).answer(HTTPGet(path: path)) == nil, "\(path)")
        }
    }

    @Test func aKnownPageIsNotSentAgain() throws {
        let page = try #require(Self.access().answer(HTTPGet(path: "/talk")))
        let tag = WebPage.standard.tag
        #expect(page.body == WebPage.standard.html && !page.isHead && page.caching == "no-cache")
        let known = Self.access().answer(HTTPGet(path: "/talk", knownTags: "\"x\", W/\(tag)"))
        #expect(known?.status == 304 && known?.body.isEmpty == true)
        #expect(Self.access().answer(HTTPGet(path: "/talk", isHead: true))?.isHead == true)
    }

    @Test(arguments: ["127.0.0.1:7420", "192.0.2.1", "[::1]:7420", "localhost:7420"]) func ownPagesMayConnect(
        host: String
    ) {
        #expect(Self.access().isOwn(origin: "http://\(host)", host: host))
        #expect(Self.access(isSecure: true).isOwn(origin: "https://\(host)", host: host.uppercased()))
        #expect(!Self.access().isOwn(origin: "https://\(host)", host: host))
        #expect(!Self.access(isSecure: true).isOwn(origin: "http://\(host)", host: host))
        for other in ["http://\(host)0", "http://\(host).example", "null", "", "file://"] {
            #expect(!Self.access().isOwn(origin: other, host: host), "\(other)")
        }
        #expect(!Self.access().isOwn(origin: "http://\(host)", host: nil))
    }

    /// A stranger's name can be pointed at this machine, but not so that a certificate is valid for it.
    @Test func namesThatCanBeRedirectedAreRefusedWithoutTLS() {
        #expect(!Self.access().isOwn(origin: "http://evil.example", host: "evil.example"))
        #expect(Self.access(isSecure: true).isOwn(origin: "https://talk.example", host: "talk.example"))
    }

    /// A page that could not connect would wait for ever.
    @Test(arguments: ["/talk", "/rooms/talk"]) func aPageThatCouldNotConnectIsNotSent(path: String) throws {
        let request = HTTPGet(path: path, host: "evil.example:7420")
        let refusal = try #require(Self.access().answer(request))
        #expect(refusal.status == 421 && refusal.contentType.hasPrefix("text/plain"))
        #expect(String(decoding: refusal.body, as: UTF8.self).contains("--origin"))
        #expect(Self.access(isSecure: true).answer(request)?.status == 200)
        var behindAProxy = Self.access()
        behindAProxy.hasOrigins = true
        #expect(behindAProxy.answer(request)?.status == 200)
        for host in ["127.0.0.1:7420", "[::1]", "localhost", nil] {
            #expect(Self.access().answer(HTTPGet(path: path, host: host))?.status == 200)
        }
    }

    @Test func theOwnPageAndListedOriginsMayConnect() {
        var policy = AccessPolicy(origins: ["https://talk.example"])
        let own = UpgradeRequest(path: "/rooms/talk", origin: "http://127.0.0.1:7420", host: "127.0.0.1:7420")
        var listed = own
        listed.origin = "https://talk.example"
        #expect(policy.decision(for: own) != .accept && policy.decision(for: listed) == .accept)
        policy.web = Self.access()
        #expect(policy.decision(for: own) == .accept && policy.decision(for: listed) == .accept)
        var stranger = own
        stranger.origin = "http://evil.example"
        #expect(policy.decision(for: stranger) != .accept)
    }
}
