import Foundation
import TestSupport
import Testing

@testable import riffle

/// Files of the packages. `Packaging/check` installs the packages in plain systems.
@Suite struct PackageTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.file(path), encoding: .utf8)
    }

    private func libraries(in text: String) -> Set<String> {
        Set(text.matches(of: /\blib[a-z0-9.-]+-dev\b/).map { String($0.0) })
    }

    /// Libraries stand in three lists; what a package depends on is found in the program.
    @Test func theSameLibrariesAreInstalledToBuildEverywhere() throws {
        let listed = try shell([".ci/setup", "list"])
        #expect(listed.code == 0)
        let setup = libraries(in: listed.text)
        let docker = libraries(in: try text("Docker/Dockerfile"))
        let package = libraries(in: try text("Package.swift"))
        #expect(package.count > 5)
        // The headers of libwebsockets bring those of OpenSSL; GRDB names no package.
        #expect(package.union(["libssl-dev", "libsqlite3-dev"]) == setup)
        // The image is that of a server, which draws no paper.
        let paper: Set = ["libcairo2-dev", "libpango1.0-dev", "librsvg2-dev"]
        #expect(docker.union(["libssl-dev"]).union(paper) == setup && docker.isDisjoint(with: paper))
    }

    @Test func optionsOfTheServiceAreThoseOfItsUnit() throws {
        let unit = try text("Docker/riffle.service")
        let options = try #require(unit.firstMatch(of: /Environment="(SERVE_OPTIONS=[^"]+)"/)?.1)
        #expect(try text("Packaging/debian/riffle.default").contains("\n\(options)\n"))
        #expect(unit.contains("\nDynamicUser=yes\n") && unit.contains("\nEnvironmentFile=-/etc/default/riffle\n"))
    }

    @Test func theInstallerPutsFilesBelowAPrefixAndTakesThemAway() throws {
        let folder = try ScratchFolder()
        let (packed, prefix) = (folder.path("packed"), folder.path("a prefix"))
        let files = ["bin/riffle", "lib/riffle/libnone.so.1", "share/riffle/decks/tour.md", "share/man/man1/riffle.1"]
        for file in files + ["share/riffle/riffle.service"] {
            let url = URL(fileURLWithPath: "\(packed)/\(file)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "#!/bin/sh\necho 0.1.0\n".write(to: url, atomically: true, encoding: .utf8)
        }
        try text("Docker/riffle.service")
            .write(toFile: "\(packed)/share/riffle/riffle.service", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(packed)/bin/riffle")
        try FileManager.default.copyItem(
            atPath: Repository.file("Packaging/install.sh").path, toPath: "\(packed)/install.sh")

        for _ in 1...2 {
            let installed = try shell(["\(packed)/install.sh", prefix])
            #expect(installed.code == 0 && installed.text.contains("installed: \(prefix)/bin/riffle"), "\(installed)")
        }
        for file in files { #expect(FileManager.default.isReadableFile(atPath: "\(prefix)/\(file)"), "\(file)") }
        let unit = try String(contentsOfFile: "\(prefix)/share/riffle/riffle.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=\(prefix)/bin/riffle serve") && unit.contains("\(prefix)/share/riffle/decks"))

        #expect(try shell(["\(packed)/install.sh", "--remove", prefix]).code == 0)
        let left = try shell(["find", prefix, "!", "-type", "d"])
        #expect(left.code == 0 && left.text.isEmpty, "\(left.text)")
    }

    @Test func examplesOfAnInstalledProgramAreFound() throws {
        let folder = try ScratchFolder()
        let share = folder.path("share/riffle/none")
        try FileManager.default.createDirectory(atPath: share, withIntermediateDirectories: true)
        let program = URL(fileURLWithPath: folder.path("bin/riffle"))
        #expect(ExampleFile.path("none", program: program) == share)
        #expect(ExampleFile.path("nowhere", program: program) == "Examples/nowhere")
    }
}
