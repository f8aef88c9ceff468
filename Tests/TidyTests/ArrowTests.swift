import Testing

/// Imports point toward the engine only (ARCHITECTURE.md).
@Suite struct ArrowTests {
    private static let domain = ["PagingEngine", "PagingContent", "PagingRoom", "PagingWire"]

    /// What each module may import. A new line here is a decision; write it down in ARCHITECTURE.md.
    private static let arrows: [String: [String]] = [
        "PagingEngine": [],
        "PagingContent": ["PagingEngine"],
        "PagingRoom": ["PagingEngine", "PagingContent"],
        "PagingWire": ["PagingEngine", "PagingContent", "PagingRoom"],
        "PagingServer": domain + ["HeapModule", "Metrics"],
        "PagingClient": domain,
        "PagingSimulation": domain + [
            "PagingServer", "PagingClient", "PagingScript", "PagingLoad", "HeapModule", "Synchronization",
        ],
        "PagingScript": domain + ["PagingClient", "Yams"],
        "PagingLoad": domain + ["PagingClient", "PagingScript", "Histogram", "HeapModule"],
        "TerminalView": domain + ["PagingClient"],
        "Metrics": [],
        "JSONWire": domain + ["CJSON"],
        "Markdown": ["PagingContent", "CMarkdown", "Glibc"],
        "SocketLoop": ["CWebSockets", "CEventLoop", "CTimeSlice", "Glibc", "Dispatch", "Synchronization"],
        "TerminalDevice": ["Glibc", "Synchronization"],
        "RoomStore": ["GRDB", "Foundation", "Glibc"],
        "Tokens": ["PagingRoom", "JWTKit", "Foundation", "Glibc"],
        "riffle": domain + [
            "PagingServer", "PagingClient", "PagingScript", "TerminalView", "JSONWire", "SocketLoop", "TerminalDevice",
            "Tokens", "RoomStore", "Metrics", "Markdown", "PagingLoad", "PagingSimulation", "ArgumentParser", "Logging",
            "Yams", "Foundation", "Dispatch",
            "Synchronization", "Glibc",
        ],
    ]

    @Test func everyImportFollowsAnArrow() throws {
        let files = try SourceFile.all(in: "Sources")
        #expect(files.count > 50, "the sources were found")
        for file in files {
            let allowed = Self.arrows[file.module]
            #expect(allowed != nil, "\(file.path): a new module; give it its arrows in ArrowTests")
            for name in file.imports where allowed?.contains(name) != true {
                Issue.record("\(file.path) imports \(name): move the code to a module that may, or hand the value in")
            }
        }
    }

    @Test func aWrongArrowWouldBeSeen() {
        let file = SourceFile(
            path: "Sources/PagingEngine/X.swift", lines: ["public import Foundation", "@testable import A"])
        #expect(file.imports == ["Foundation", "A"])
        #expect(file.module == "PagingEngine")
    }
}
