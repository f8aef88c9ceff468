// swift-tools-version: 6.2
import PackageDescription

let strictSwift: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]
let strictC: [CSetting] = [.treatAllWarnings(as: .error), .define("_GNU_SOURCE")]

/// A program in C; the load generators are in C so that they cost less than what they measure.
func program(_ name: String, with more: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: ["Frames"] + more, cSettings: strictC)
}

/// The tools of `make bench`, apart from the main package so that using Riffle never builds them.
let package = Package(
    name: "riffle-benchmarks",
    dependencies: [.package(name: "riffle", path: "..")],
    targets: [
        .target(name: "Frames", cSettings: strictC),
        .target(
            name: "Wire", dependencies: ["Frames"], cSettings: strictC,
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "AllocationCount", cSettings: strictC),
        .executableTarget(
            name: "bare", dependencies: ["Frames"], cSettings: strictC, linkerSettings: [.linkedLibrary("uring")]),
        program("crowd", with: ["Wire"]),
        program("mover", with: ["Wire"]),
        program("publisher", with: ["Wire"]),
        .executableTarget(
            name: "sshviewers", dependencies: ["Frames"], cSettings: strictC, linkerSettings: [.linkedLibrary("ssh")]),
        program("uwebsockets"),
        .executableTarget(
            name: "engine",
            dependencies: ["AllocationCount", .product(name: "PagingEngine", package: "riffle")],
            swiftSettings: strictSwift),
    ]
)
