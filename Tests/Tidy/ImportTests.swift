import Testing

/// Imports point toward the engine only.
@Suite struct ImportTests {
    private static let domain = ["PagingEngine", "PagingContent", "PagingRoom", "PagingWire"]

    /// The modules that each module may import. A new line here is a decision: write a record in docs/decisions.
    private static let allowed: [String: [String]] = [
        "PagingEngine": [],
        "PagingContent": ["PagingEngine"],
        "PagingRoom": ["PagingEngine", "PagingContent"],
        "PagingWire": ["PagingEngine", "PagingContent", "PagingRoom"],
        "ClusterTraffic": ["PagingEngine", "PagingWire"],
        "ClusterMembership": ["PagingEngine", "ClusterTraffic", "Support"],
        "ClusterServer": domain + ["ClusterTraffic", "ClusterMembership", "PagingServer", "Metrics", "Support"],
        "PagingServer": domain + ["Metrics", "Support"],
        "PagingClient": domain,
        "Simulation": domain + [
            "ClusterTraffic", "ClusterMembership", "ClusterServer", "PagingServer", "PagingClient", "Scripting",
            "LoadTesting", "Support", "Synchronization",
        ],
        "Scripting": domain + ["PagingClient", "Support", "Yams"],
        "LoadTesting": domain + ["PagingClient", "Scripting", "Support", "Histogram"],
        "Paper": [],
        "TerminalView": domain + ["PagingClient", "Paper"],
        "Metrics": [],
        "Support": ["HeapModule"],
        "Platform": ["CPlatform", "Foundation", "FoundationEssentials", "Glibc"],
        "JSONCodec": domain + ["Paper", "CJSON"],
        "PaperDrawing": ["Paper", "CPango", "CRSVG", "FoundationEssentials"],
        "riffle-paper": ["Paper", "PagingWire", "JSONCodec", "PaperDrawing", "ArgumentParser", "Glibc"],
        "Markdown": ["PagingContent", "CMarkdown", "Platform"],
        "Patterns": ["CPCRE2", "Platform"],
        "QRCodes": ["TerminalView", "CQRCode"],
        "Pictures": ["PagingContent", "TerminalView", "CPictures", "Platform", "FoundationEssentials", "Glibc"],
        "WebSocketLoop": [
            "CWebSockets", "CSendRing", "CEventLoop", "CTimeSlice", "Platform", "Support", "Glibc", "Dispatch",
            "Synchronization",
        ],
        "HTTPClient": ["CCurl", "Platform", "Glibc"],
        "FabricNATS": ["ClusterTraffic", "CNATS", "Platform", "Glibc"],
        "SSHGate": ["PagingEngine", "PagingRoom", "PagingWire"],
        "SSHTransport": ["CSSH", "Glibc"],
        "TerminalDevice": ["Glibc", "Synchronization"],
        "RoomStore": ["CPostgres", "GRDB", "Platform", "Foundation", "FoundationEssentials", "Glibc"],
        "Tokens": ["PagingRoom", "JSONCodec", "CSignatures", "Foundation", "FoundationEssentials", "Glibc"],
        "riffle": domain + [
            "PagingServer", "PagingClient", "ClusterTraffic", "ClusterMembership", "ClusterServer", "Scripting",
            "TerminalView", "JSONCodec", "WebSocketLoop", "HTTPClient", "FabricNATS", "TerminalDevice", "Tokens",
            "RoomStore", "Metrics", "Markdown", "Patterns", "QRCodes", "Pictures", "SSHGate", "SSHTransport", "Paper",
            "LoadTesting", "Simulation", "Support", "Platform", "ArgumentParser", "Logging", "Yams", "Foundation",
            "FoundationEssentials", "Dispatch", "Synchronization", "Glibc",
        ],
    ]

    @Test func everyImportIsAllowed() throws {
        let files = try SourceFile.all(in: "Sources")
        #expect(files.count > 50, "the sources were found")
        for file in files {
            let allowed = Self.allowed[file.module]
            #expect(allowed != nil, "\(file.path): expected a list of its imports in ImportTests, got none")
            for name in file.imports where allowed?.contains(name) != true {
                Issue.record("\(file.path) imports \(name): move the code to a module that may, or hand the value in")
            }
        }
    }

    /// Foundation brings the data of ICU, which is most of a program that has its libraries inside.
    @Test func allOfFoundationIsImportedOnlyForWhatItAloneHas() throws {
        let uses = [
            "Process()", "extension Process", "Pipe()", "FileHandle", "Thread.", "NSCondition", "JSONSerialization",
            "CharacterSet",
            "String(format:", ".trimmingCharacters(", ".removingPercentEncoding", ".padding(", ".localizedDescription",
            ".resourceValues(",
        ]
        for file in try SourceFile.all(in: "Sources") where file.imports.contains("Foundation") {
            if !file.lines.contains(where: { line in uses.contains { line.contains($0) } }) {
                Issue.record("\(file.path): expected import FoundationEssentials, got Foundation")
            }
        }
    }

    /// `Process.start()` says why.
    @Test func processesAreStartedOneAtATime() throws {
        let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests")
        for file in files
        where !file.path.contains("ImportTests")
            && file.lines.contains(where: { $0.contains(" Process()") || $0.contains("(Process()") })
        {
            let runs = file.lines.contains { $0.contains(".run()") }
            #expect(!runs, "\(file.path): expected Process.start(), got run()")
        }
    }

    @Test func aForbiddenImportWouldBeSeen() {
        let file = SourceFile(
            path: "Sources/Core/PagingEngine/X.swift", lines: ["public import Foundation", "@testable import A"])
        #expect(file.imports == ["Foundation", "A"])
        #expect(file.module == "PagingEngine")
    }
}
