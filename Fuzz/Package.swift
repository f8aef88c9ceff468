// swift-tools-version: 6.2
import PackageDescription

/// The fuzzer of `make fuzz`, apart from the main package because all of it is built with instruments.
let package = Package(
    name: "riffle-fuzz",
    dependencies: [.package(name: "riffle", path: "..")],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: ["CFuzzer", .product(name: "FuzzEntries", package: "riffle")],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
            ]),
    ]
)
