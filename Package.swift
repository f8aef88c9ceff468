// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]
/// Pure targets never touch a pointer, so the compiler may insist on it.
let pure = strict + [.strictMemorySafety()]

/// A module without input and output: values in, values and effects out.
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Core/\(name)", swiftSettings: pure)
}

/// A module that carries bytes between the core and a library or the system.
func adapter(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Adapters/\(name)", swiftSettings: strict)
}

/// C headers of a library of the system, or C of our own.
func system(_ name: String, pkgConfig: String? = nil, _ packages: [String]) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Adapters/\(name)", pkgConfig: pkgConfig, providers: [.apt(packages)])
}

func compiledC(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Adapters/\(name)")
}

/// Without debug information, which takes a quarter of the time in which tests compile: a failure names its line without it.
let tested = strict + [.unsafeFlags(["-gnone"])]

/// Tests below `Tests/`: `path` is the folder.
func tests(
    _ name: String, at path: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(path)", resources: resources,
        swiftSettings: tested)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let domain: [Target.Dependency] = ["PagingEngine", "PagingContent", "PagingRoom", "PagingWire"]

/// A module may import what stands in its list, and nothing else.
let package = Package(
    name: "riffle",
    products: [
        .library(name: "PagingEngine", targets: ["PagingEngine"]),
        .executable(name: "riffle", targets: ["riffle"]),
        .executable(name: "riffle-paper", targets: ["riffle-paper"]),
        .library(name: "FuzzEntries", targets: ["FuzzEntries"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        system("CWebSockets", pkgConfig: "libwebsockets", ["libwebsockets-dev"]),
        system("CEventLoop", ["libev-dev"]),
        compiledC("CPlatform"),
        compiledC("CTimeSlice"),
        compiledC("CPictures", ["CPNG", "CJPEG", "CChafa"]),
        system("CSendRing", pkgConfig: "liburing", ["liburing-dev"]),
        system("CSignatures", pkgConfig: "libcrypto", ["libssl-dev"]),
        system("CJSON", pkgConfig: "json-c", ["libjson-c-dev"]),
        system("CPostgres", pkgConfig: "libpq", ["libpq-dev"]),
        system("CSSH", pkgConfig: "libssh", ["libssh-dev"]),
        system("CNATS", pkgConfig: "libnats", ["libnats-dev"]),
        system("CQRCode", pkgConfig: "libqrencode", ["libqrencode-dev"]),
        system("CPango", pkgConfig: "pangocairo", ["libcairo2-dev", "libpango1.0-dev"]),
        system("CRSVG", pkgConfig: "librsvg-2.0", ["librsvg2-dev"]),
        system("CPNG", pkgConfig: "libpng", ["libpng-dev"]),
        system("CJPEG", pkgConfig: "libjpeg", ["libjpeg62-turbo-dev"]),
        system("CChafa", pkgConfig: "chafa", ["libchafa-dev"]),
        system("CCurl", pkgConfig: "libcurl", ["libcurl4-openssl-dev"]),
        system("CPCRE2", pkgConfig: "libpcre2-8", ["libpcre2-dev"]),
        system("CMarkdown", pkgConfig: "libcmark-gfm", ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),

        core("Support", [.product(name: "HeapModule", package: "swift-collections")]),
        core("PagingEngine"),
        core("PagingContent", ["PagingEngine"]),
        core("PagingRoom", ["PagingEngine", "PagingContent"]),
        core("PagingWire", ["PagingEngine", "PagingContent", "PagingRoom"]),
        core("ClusterTraffic", ["PagingEngine", "PagingWire"]),
        core("ClusterMembership", ["PagingEngine", "ClusterTraffic", "Support"]),
        core("PagingServer", domain + ["Metrics", "Support"]),
        core(
            "ClusterServer",
            domain + ["ClusterTraffic", "ClusterMembership", "PagingServer", "Metrics", "Support"]),
        core("PagingClient", domain),
        core("Scripting", domain + ["PagingClient", "Support", .product(name: "Yams", package: "Yams")]),
        core(
            "LoadTesting",
            domain + [
                "PagingClient", "Scripting", "Support", .product(name: "Histogram", package: "hdrhistogram-swift"),
            ]),
        core(
            "Simulation",
            domain + [
                "ClusterTraffic", "ClusterMembership", "ClusterServer", "PagingServer", "PagingClient", "Scripting",
                "LoadTesting", "Support",
            ]),
        core("Paper"),
        core("TerminalView", domain + ["PagingClient", "Paper"]),
        core("SSHGate", ["PagingEngine", "PagingRoom", "PagingWire"]),
        core("Metrics"),

        adapter("Platform", ["CPlatform"]),
        adapter("JSONCodec", domain + ["Paper", "CJSON"]),
        adapter("PaperDrawing", ["Paper", "CPango", "CRSVG"]),
        adapter("Markdown", ["PagingContent", "CMarkdown", "Platform"]),
        adapter("Patterns", ["CPCRE2", "Platform"]),
        adapter("QRCodes", ["TerminalView", "CQRCode"]),
        adapter("Pictures", ["PagingContent", "TerminalView", "CPictures", "Platform"]),
        adapter("WebSocketLoop", ["CWebSockets", "CSendRing", "CEventLoop", "CTimeSlice", "Platform", "Support"]),
        adapter("FabricNATS", ["ClusterTraffic", "CNATS", "Platform"]),
        adapter("HTTPClient", ["CCurl", "Platform"]),
        adapter("TerminalDevice"),
        adapter("SSHTransport", ["CSSH"]),
        adapter("RoomStore", ["CPostgres", "Platform", .product(name: "GRDB", package: "GRDB.swift")]),
        adapter("Tokens", ["PagingRoom", "JSONCodec", "CSignatures"]),

        .executableTarget(
            name: "riffle",
            dependencies: domain + [
                "PagingServer", "PagingClient", "ClusterTraffic", "ClusterMembership", "ClusterServer", "Scripting",
                "TerminalView", "JSONCodec", "WebSocketLoop", "HTTPClient", "FabricNATS", "TerminalDevice", "Tokens",
                "RoomStore", "Metrics", "Markdown", "Patterns", "QRCodes", "Pictures", "SSHGate", "SSHTransport",
                "Paper",
                "LoadTesting", "Simulation", "Support", "Platform", argumentParser,
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/App/riffle",
            resources: [.embedInCode("Serve/Web/Page"), .embedInCode("Load/Profiles/BuiltIn")], swiftSettings: strict),
        .executableTarget(
            name: "riffle-paper", dependencies: ["Paper", "PagingWire", "JSONCodec", "PaperDrawing", argumentParser],
            path: "Sources/App/riffle-paper", swiftSettings: strict),

        // One module each, without processes.
        tests("SupportTests", at: "Unit/Support", ["Support"]),
        tests("PagingEngineTests", at: "Unit/PagingEngine", ["PagingEngine"], resources: [.copy("Vectors")]),
        tests("PagingContentTests", at: "Unit/PagingContent", ["PagingEngine", "PagingContent"]),
        tests("PagingRoomTests", at: "Unit/PagingRoom", ["PagingEngine", "PagingContent", "PagingRoom"]),
        tests(
            "PagingServerTests", at: "Unit/PagingServer", domain + ["PagingServer", "Simulation", "Metrics", "Support"]),
        tests("PagingClientTests", at: "Unit/PagingClient", domain + ["PagingClient"]),
        tests("ScriptingTests", at: "Unit/Scripting", domain + ["PagingClient", "Scripting", "Support"]),
        tests(
            "LoadTestingTests", at: "Unit/LoadTesting",
            domain + ["PagingClient", "Scripting", "LoadTesting", "Platform", "Support"],
            resources: [.copy("Golden")]),
        tests(
            "TerminalViewTests", at: "Unit/TerminalView",
            domain + ["PagingClient", "Paper", "Markdown", "TerminalView", "TestPeers"],
            resources: [.copy("Golden")]),
        tests("ClusterTrafficTests", at: "Unit/ClusterTraffic", ["PagingEngine", "ClusterTraffic"]),
        tests(
            "ClusterMembershipTests", at: "Unit/ClusterMembership",
            ["PagingEngine", "ClusterTraffic", "ClusterMembership", "Support"]),
        tests(
            "ClusterServerTests", at: "Unit/ClusterServer",
            domain + [
                "ClusterTraffic", "ClusterMembership", "PagingServer", "ClusterServer", "JSONCodec", "Simulation",
                "Metrics", "Support",
            ]),
        tests("MetricsTests", at: "Unit/Metrics", ["Metrics", "Platform", "TestPeers"]),
        tests("FabricNATSTests", at: "Unit/FabricNATS", ["FabricNATS"]),
        tests("PlatformTests", at: "Unit/Platform", ["Platform", "TestPeers"]),
        tests("JSONCodecTests", at: "Unit/JSONCodec", domain + ["Paper", "JSONCodec"]),
        tests("PaperTests", at: "Unit/Paper", ["Paper"]),
        tests("PaperDrawingTests", at: "Unit/PaperDrawing", ["Paper", "PaperDrawing", "CPango"]),
        tests("MarkdownTests", at: "Unit/Markdown", ["PagingContent", "Markdown"]),
        tests("PatternsTests", at: "Unit/Patterns", ["Patterns"]),
        tests("HTTPClientTests", at: "Unit/HTTPClient", ["HTTPClient"]),
        tests("QRCodesTests", at: "Unit/QRCodes", ["TerminalView", "QRCodes", "Platform"]),
        tests("PicturesTests", at: "Unit/Pictures", ["PagingContent", "TerminalView", "Pictures"]),
        tests(
            "WebSocketLoopTests", at: "Unit/WebSocketLoop",
            ["WebSocketLoop", "Platform", "CEventLoop", "CWebSockets", "TestPeers"]),
        tests(
            "RoomStoreTests", at: "Unit/RoomStore",
            ["RoomStore", "Platform", "TestPeers", .product(name: "GRDB", package: "GRDB.swift")]),
        tests("TokensTests", at: "Unit/Tokens", ["PagingRoom", "Tokens"]),
        tests("SSHGateTests", at: "Unit/SSHGate", ["PagingEngine", "PagingRoom", "SSHGate"]),
        tests("TerminalDeviceTests", at: "Unit/TerminalDevice", ["TerminalDevice", "TestPeers"]),
        tests(
            "RiffleTests", at: "Unit/Riffle",
            domain + [
                "PagingServer", "PagingClient", "ClusterTraffic", "ClusterMembership", "ClusterServer", "FabricNATS",
                "JSONCodec", "TerminalView", "TerminalDevice", "Pictures", "Platform", "RoomStore", "WebSocketLoop",
                "TestPeers",
                "Metrics",
                "Support", "Scripting", "LoadTesting", "riffle", argumentParser,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Yams", package: "Yams"),
            ]),

        // Random scenes in a room and whole simulated servers, as libraries so that an optimised program can play many.
        .target(
            name: "RoomTrials", dependencies: ["PagingEngine", "PagingContent", "PagingRoom"],
            path: "Tests/Property/RoomTrials", swiftSettings: pure),
        .executableTarget(
            name: "soak", dependencies: ["RoomTrials", "Simulation", "Platform"], path: "Tests/Property/Soak",
            swiftSettings: strict),
        tests("RoomTrialTests", at: "Property/RoomTrialTests", ["RoomTrials"]),
        tests(
            "SimulationTests", at: "Property/Simulation",
            domain + ["ClusterTraffic", "ClusterMembership", "Scripting", "LoadTesting", "Simulation"]),
        .target(
            name: "FuzzEntries",
            dependencies: domain + [
                "ClusterTraffic", "ClusterServer", "JSONCodec", "WebSocketLoop", "Markdown", "Pictures", "Platform",
                "LoadTesting", "Scripting", "TerminalView",
            ],
            path: "Tests/Property/FuzzEntries", swiftSettings: strict),
        tests("FuzzTests", at: "Property/Fuzz", ["FuzzEntries"]),

        // RFC 6455 against a real server; both fabrics against one suite.
        tests(
            "ConformanceTests", at: "Conformance",
            domain + [
                "ClusterTraffic", "FabricNATS", "PagingServer", "Platform", "Simulation", "WebSocketLoop", "TestPeers",
                "riffle",
            ]),

        // Processes, sockets and terminals.
        tests(
            "EndToEndTests", at: "System/EndToEnd",
            domain + [
                "PagingClient", "Scripting", "TerminalView", "JSONCodec", "Platform", "RoomStore", "Tokens",
                "WebSocketLoop", "TestPeers", "riffle", "riffle-paper", argumentParser,
            ]),
        tests(
            "TerminalTests", at: "System/Terminal",
            ["PagingEngine", "TerminalView", "Pictures", "Platform", "TestPeers", "riffle"]),
        tests("GateTests", at: "System/Gate", ["TerminalView", "TestPeers"]),
        tests(
            "LoadTests", at: "System/Load",
            domain + [
                "Scripting", "LoadTesting", "JSONCodec", "Platform", "WebSocketLoop", "TestPeers", "riffle",
                argumentParser,
            ]),

        // The cost of drawing, for `Benchmarks/run.py`: only this package sees the view.
        .executableTarget(
            name: "frames", dependencies: domain + ["TerminalView", "Markdown"], path: "Benchmarks/Sources/frames",
            swiftSettings: strict),
        // What the test of instructions counts.
        .executableTarget(
            name: "paths", dependencies: domain + ["PagingServer", "JSONCodec"], path: "Benchmarks/Sources/paths",
            swiftSettings: strict),

        tests("InstructionTests", at: "System/Instructions", ["TestPeers", "paths"]),

        // Rules for the sources themselves.
        tests("TidyTests", at: "Tidy"),

        .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: strict),
        .target(
            name: "TestPeers", dependencies: ["TerminalView", "Platform", "TestSupport"],
            path: "Tests/Support/TestPeers", swiftSettings: strict),
    ]
)
