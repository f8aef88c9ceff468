// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]
/// Pure targets never touch a pointer, so the compiler may insist on it.
let pure = strict + [.strictMemorySafety()]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = strict) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let domain: [Target.Dependency] = ["PagingEngine", "PagingContent", "PagingRoom", "PagingWire"]

/// The arrows of ARCHITECTURE.md: a module may import what stands in its list, and nothing else.
let package = Package(
    name: "riffle",
    products: [
        .library(name: "PagingEngine", targets: ["PagingEngine"]),
        .executable(name: "riffle", targets: ["riffle"]),
        .library(name: "FuzzEntries", targets: ["FuzzEntries"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
        .systemLibrary(name: "CEventLoop", providers: [.apt(["libev-dev"])]),
        .target(name: "CTimeSlice"),
        .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(
            name: "CMarkdown", pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),

        library("PagingEngine", [], pure),
        library("PagingContent", ["PagingEngine"], pure),
        library("PagingRoom", ["PagingEngine", "PagingContent"], pure),
        library("PagingWire", ["PagingEngine", "PagingContent", "PagingRoom"], pure),
        library(
            "PagingServer", domain + ["Metrics", .product(name: "HeapModule", package: "swift-collections")], pure),
        library("PagingClient", domain, pure),
        library(
            "PagingSimulation",
            domain + [
                "PagingServer", "PagingClient", "PagingScript", "PagingLoad",
                .product(name: "HeapModule", package: "swift-collections"),
            ], pure),
        library("PagingScript", domain + ["PagingClient", .product(name: "Yams", package: "Yams")], pure),
        library(
            "PagingLoad",
            domain + [
                "PagingClient", "PagingScript", .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "HeapModule", package: "swift-collections"),
            ], pure),
        library("TerminalView", domain + ["PagingClient"], pure),
        library("Metrics", [], pure),

        library("JSONWire", domain + ["CJSON"]),
        library("Markdown", ["PagingContent", "CMarkdown"]),
        library("SocketLoop", ["CWebSockets", "CEventLoop", "CTimeSlice"]),
        library("TerminalDevice"),
        library("RoomStore", [.product(name: "GRDB", package: "GRDB.swift")]),
        library("Tokens", ["PagingRoom", .product(name: "JWTKit", package: "jwt-kit")]),

        .executableTarget(
            name: "riffle",
            dependencies: domain + [
                "PagingServer", "PagingClient", "PagingScript", "TerminalView", "JSONWire", "SocketLoop",
                "TerminalDevice", "Tokens", "RoomStore", "Metrics", "Markdown", "PagingLoad",
                "PagingSimulation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),

        tests("PagingEngineTests", ["PagingEngine"], resources: [.copy("Vectors")]),
        tests("PagingRoomTests", ["PagingEngine", "PagingContent", "PagingRoom"]),
        tests("PagingServerTests", domain + ["PagingServer", "PagingSimulation", "Metrics"]),
        tests("PagingClientTests", domain + ["PagingClient"]),
        tests("SimulationTests", domain + ["PagingScript", "PagingLoad", "PagingSimulation"]),
        tests("PagingContentTests", ["PagingEngine", "PagingContent"]),
        tests("PagingScriptTests", domain + ["PagingClient", "PagingScript"]),
        tests(
            "TerminalViewTests", domain + ["PagingClient", "TerminalView", "TestPeers"], resources: [.copy("Golden")]),
        tests(
            "PagingLoadTests", domain + ["PagingClient", "PagingScript", "PagingLoad"], resources: [.copy("Golden")]),
        tests("TerminalDeviceTests", ["TerminalDevice"]),
        tests("MarkdownTests", ["PagingContent", "Markdown"]),
        tests("CheckTests", ["riffle"]),
        tests(
            "JoinTests",
            domain + [
                "PagingClient", "TerminalView", "riffle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests("JSONWireTests", domain + ["JSONWire"]),
        .target(name: "TestPeers", dependencies: ["TerminalView"], path: "Tests/TestPeers", swiftSettings: strict),
        tests("TerminalTests", ["PagingEngine", "TerminalView", "TestPeers", "riffle"]),
        tests("SocketLoopTests", ["SocketLoop", "CEventLoop", "TestPeers"]),
        tests("RoomStoreTests", ["RoomStore", "TestPeers", .product(name: "GRDB", package: "GRDB.swift")]),
        tests("TokensTests", ["PagingRoom", "Tokens", .product(name: "JWTKit", package: "jwt-kit")]),
        tests(
            "EndToEndTests",
            domain + [
                "PagingClient", "PagingScript", "TerminalView", "JSONWire", "SocketLoop", "TestPeers", "riffle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            "LoadTests",
            domain + [
                "PagingScript", "PagingLoad", "JSONWire", "SocketLoop", "TestPeers", "riffle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests("MetricsTests", ["Metrics", "TestPeers"]),
        .target(
            name: "FuzzEntries", dependencies: domain + ["JSONWire", "SocketLoop", "Markdown"],
            path: "Tests/FuzzEntries",
            swiftSettings: strict),
        tests("FuzzTests", ["FuzzEntries"]),
        tests(
            "ServeTests",
            domain + [
                "PagingServer", "RoomStore", "SocketLoop", "TestPeers", "riffle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("ConformanceTests", domain + ["PagingServer", "SocketLoop", "TestPeers", "riffle"]),
        tests("TidyTests", []),

        // Random scenes in a room, as a library so that an optimised program can play many of them, and whole worlds.
        .target(
            name: "RoomTrials", dependencies: ["PagingEngine", "PagingContent", "PagingRoom"],
            path: "Tests/RoomTrials", swiftSettings: pure),
        .executableTarget(
            name: "soak", dependencies: ["RoomTrials", "PagingSimulation"], path: "Tests/Soak", swiftSettings: strict),
        tests("RoomTrialTests", ["RoomTrials"]),
    ]
)
