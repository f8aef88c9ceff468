import HTTPClient
import Testing

@Suite struct HTTPCookieTests {
    private static func cookie(
        _ domain: String = "example.org", below: Bool = false, path: String = "/", secure: Bool = false,
        expires: Int = 0, name: String = "a", value: String = "1"
    ) throws -> HTTPCookie {
        let parts = [domain, below ? "TRUE" : "FALSE", path, secure ? "TRUE" : "FALSE", "\(expires)", name, value]
        return try #require(HTTPCookie(line: "#HttpOnly_" + parts.joined(separator: "\t")))
    }

    private static func isSent(
        _ cookie: HTTPCookie, _ host: String = "example.org", _ path: String = "/", secure: Bool = false
    ) -> Bool {
        cookie.isSent(toHost: host, path: path, isSecure: secure, now: 1_000)
    }

    @Test func itsHostGetsIt() throws {
        #expect(try Self.isSent(Self.cookie(), "Example.org"))
        #expect(try !Self.isSent(Self.cookie(), "www.example.org"))
        #expect(try !Self.isSent(Self.cookie(), "badexample.org"))
        let below = try Self.cookie(".example.org", below: true)
        #expect(Self.isSent(below) && Self.isSent(below, "www.example.org") && !Self.isSent(below, "badexample.org"))
    }

    @Test func itsPathGetsIt() throws {
        let cookie = try Self.cookie(path: "/ws")
        #expect(Self.isSent(cookie, "example.org", "/ws") && Self.isSent(cookie, "example.org", "/ws?x=/y"))
        #expect(Self.isSent(cookie, "example.org", "/ws/a") && !Self.isSent(cookie, "example.org", "/wss"))
        #expect(!Self.isSent(cookie, "example.org", "/"))
    }

    @Test func aSecureOneNeedsTLS() throws {
        #expect(try !Self.isSent(Self.cookie(secure: true)))
        #expect(try Self.isSent(Self.cookie(secure: true), secure: true))
    }

    @Test func anOldOneIsNotSent() throws {
        #expect(try !Self.isSent(Self.cookie(expires: 1_000)))
        #expect(try Self.isSent(Self.cookie(expires: 1_001)))
    }

    @Test func longerPathsComeFirstInTheHeader() throws {
        let cookies = [
            try Self.cookie(name: "a"), try Self.cookie(name: "b"),
            try Self.cookie(path: "/ws", name: "c", value: "x=y"),
        ]
        #expect(HTTPCookie.header(cookies) == "c=x=y; a=1; b=1")
        #expect(HTTPCookie.header([]) == nil)
        #expect(try HTTPCookie.header([Self.cookie(value: "a\r\nX: y")]) == nil)
    }

    @Test(arguments: ["", "a\tb", "h\tTRUE\t/\tTRUE\tx\ta\tb"]) func otherLinesAreNone(line: String) {
        #expect(HTTPCookie(line: line) == nil)
    }
}
