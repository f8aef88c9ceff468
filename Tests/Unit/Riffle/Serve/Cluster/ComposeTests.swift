import ArgumentParser
import Foundation
import TestSupport
import Testing
import Yams

@testable import riffle

/// The compose files start servers with options that fit together, and mount files that exist.
@Suite struct ComposeTests {
    private typealias Service = [String: Any]

    private func services(_ file: String) throws -> [String: Service] {
        let text = try String(contentsOf: Repository.file("Docker/\(file)"), encoding: .utf8)
        let root = try #require(try Yams.load(yaml: text) as? [String: Any])
        return try #require(root["services"] as? [String: Service])
    }

    /// The settings of a server, as it reads them from its command and its environment.
    private func settings(of service: Service) throws -> ServeSettings {
        let words = try #require(service["command"] as? [String])
        #expect(words.first == "serve")
        let command = try #require(try Riffle.parseAsRoot(words) as? Serve)
        let environment = (service["environment"] as? [String: String]) ?? [:]
        return try ServeConfiguration.resolve(flags: command.flags.words, environment: environment, file: nil).settings
    }

    @Test func theServerOfTheComposeFileStarts() throws {
        let service = try #require(try services("compose.yaml")["server"])
        let settings = try settings(of: service)
        #expect(try ClusterOptions(settings) == nil && settings.store == "/var/lib/riffle/rooms.sqlite")
        #expect(settings.isOpen && settings.isAdminOpen)
    }

    @Test func theNodesOfTheClusterFitTogether() throws {
        let services = try services("compose-cluster.yaml")
        let nodes = services.filter { $0.value["image"] as? String == "riffle" }
        let fabrics = services.filter { ($0.value["image"] as? String)?.contains("nats") == true }.keys.sorted()
        #expect(nodes.count == 3 && fabrics == ["nats-1", "nats-2", "nats-3"] && services["postgres"] != nil)
        for (name, node) in nodes {
            let settings = try settings(of: node)
            let options = try #require(try ClusterOptions(settings), "\(name) is in a cluster")
            #expect(options.node == name && options.store == "postgres://riffle@postgres/riffle")
            let fabric = settings.fabric.joined(separator: ",")
            #expect(fabric == fabrics.map { "nats://\($0):4222" }.joined(separator: ","))
            #expect(settings.admin?.port == 7_421 && settings.isAdminOpen && settings.isOpen)
            let needed = try #require(node["depends_on"] as? [String: Any])
            #expect(Set(needed.keys) == Set(fabrics + ["postgres"]))
        }
        let ports = nodes.values.flatMap { $0["ports"] as? [String] ?? [] }
        #expect(
            Set(ports.map { $0.prefix { $0 != "/" } }).count == 6 && ports.allSatisfy { $0.hasPrefix("127.0.0.1:") })
    }

    @Test(arguments: ["compose.yaml", "compose-cluster.yaml", "monitoring/compose.yaml"])
    func mountedFilesExist(file: String) throws {
        for (name, service) in try services(file) {
            for volume in service["volumes"] as? [String] ?? [] where volume.hasPrefix("./") {
                let path = "Docker/" + volume.dropFirst(2).prefix { $0 != ":" }
                #expect(FileManager.default.fileExists(atPath: Repository.file(path).path), "\(file), \(name): \(path)")
            }
        }
    }
}
