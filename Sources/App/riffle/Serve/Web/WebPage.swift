import FoundationEssentials
import WebSocketLoop

/// The page that follows a room: one text for all rooms, made once out of the modules in `Page`.
struct WebPage: Sendable {
    /// The modules in the order of their imports: each imports only from those before it.
    private static let modules = [
        PackageResources.motion_mjs, PackageResources.clock_mjs, PackageResources.digest_mjs,
        PackageResources.replica_mjs, PackageResources.backoff_mjs, PackageResources.connection_mjs,
        PackageResources.document_mjs, PackageResources.marks_mjs, PackageResources.pictures_mjs,
        PackageResources.view_mjs,
        PackageResources.drag_mjs, PackageResources.main_mjs,
    ]

    static let standard = WebPage(
        frame: text(PackageResources.page_html), style: text(PackageResources.page_css),
        modules: modules.map(text))

    let html: [UInt8]
    /// The Content-Security-Policy: this script and this style by their hashes, connections to the same server, and
    /// pictures that the page has made.
    let policy: String
    /// The name of this text in caches.
    let tag: String

    /// - Parameter frame: HTML with `STYLE` and `SCRIPT`, each alone between its tags.
    init(frame: String, style: String, modules: [String]) {
        let script = Self.joined(modules)
        html = Array(
            frame.replacing("STYLE", with: style, maxReplacements: 1)
                .replacing("SCRIPT", with: script, maxReplacements: 1).utf8)
        policy = [
            "default-src 'none'", "script-src '\(Self.source(of: script))'", "style-src '\(Self.source(of: style))'",
            "connect-src 'self'", "img-src blob:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
        tag = "\"\(Data(ContentHash.sha256(html).prefix(12)).base64EncodedString())\""
    }

    /// One module out of several: lines with `import` are left out, and the word `export`.
    static func joined(_ modules: [String]) -> String {
        let lines = modules.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }.joined(separator: "\n")
    }

    /// The source of a policy that allows this text and no other (Content Security Policy Level 3, §2.3.1).
    static func source(of text: String) -> String {
        "sha256-\(Data(ContentHash.sha256(text.utf8)).base64EncodedString())"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    func response(to request: HTTPGet) -> HTTPResponse {
        let isKnown = request.knownTags?.contains(tag) == true
        var response = HTTPResponse(
            status: isKnown ? 304 : 200, contentType: "text/html; charset=utf-8", body: isKnown ? [] : html)
        response.isHead = request.isHead
        // A browser asks again each time, and gets 304 as long as the page is the same.
        response.caching = "no-cache"
        response.add("ETag", tag)
        response.add("Content-Security-Policy", policy)
        response.add("X-Content-Type-Options", "nosniff")
        response.add("X-Frame-Options", "DENY")
        response.add("Referrer-Policy", "no-referrer")
        response.add("Cross-Origin-Opener-Policy", "same-origin")
        response.add("Cross-Origin-Resource-Policy", "same-origin")
        return response
    }
}
