import ArgumentParser
import ClusterTraffic
import Testing

@testable import riffle

/// The options of a node of a cluster: which ones fit together, and what an error says.
@Suite struct ClusterOptionsTests {
    private static let full: ServeConfiguration.Words = [
        "cluster": ["talks"], "node": ["one"], "fabric": ["nats://127.0.0.1:4222"],
        "store": ["postgres://riffle@127.0.0.1/riffle"],
    ]

    private func options(_ words: ServeConfiguration.Words) throws -> ClusterOptions? {
        let settings = try ServeConfiguration.resolve(flags: words, environment: [:], file: nil).settings
        return try ClusterOptions(settings)
    }

    /// The error; nil when there is none.
    private func complaint(_ change: (inout ServeConfiguration.Words) -> Void) -> String? {
        var words = Self.full
        change(&words)
        do {
            _ = try options(words)
            return nil
        } catch let error as ValidationError {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test func withoutAClusterTheServerIsSingle() throws {
        #expect(try options([:]) == nil)
        #expect(try options(["store": ["rooms.sqlite"]]) == nil)
        #expect(try options(["store": ["postgres://riffle@127.0.0.1/riffle"]]) == nil)
    }

    @Test func aNodeHasAllOptions() throws {
        var words = Self.full
        words["fabric"] = ["nats://127.0.0.1:4222,nats://127.0.0.1:4223", "nats://[::1]:4224"]
        let options = try #require(try options(words))
        #expect(options.cluster == ClusterName("talks") && options.node == "one")
        #expect(options.store == "postgres://riffle@127.0.0.1/riffle")
        #expect(options.fabric.cluster == ClusterName("talks"))
        #expect(options.fabric.address.description == "127.0.0.1:4222,127.0.0.1:4223,[::1]:4224")
        #expect(options.fabric.authoritiesFile == nil && options.fabric.credentialsFile == nil)
    }

    @Test func filesForTheServersArePassedOn() throws {
        var words = Self.full
        words["fabric"] = ["tls://nats.example:4222"]
        (words["fabric-ca"], words["fabric-credentials"]) = (["ca.pem"], ["node.creds"])
        let fabric = try #require(try options(words)).fabric
        #expect(fabric.authoritiesFile == "ca.pem" && fabric.credentialsFile == "node.creds")
    }

    @Test func anIncompleteNodeIsRefused() {
        #expect(
            complaint { $0["node"] = nil }
                == "--cluster talks: expected --node, got none; give a name that no other node of the cluster has")
        #expect(
            complaint { $0["fabric"] = nil }
                == "--cluster talks: expected --fabric, got none; give the NATS servers, such as nats://127.0.0.1:4222")
        let advice = "give the database that all nodes of the cluster share, such as postgres://USER@HOST/NAME"
        #expect(complaint { $0["store"] = nil } == "--cluster talks: expected --store, got none; \(advice)")
        #expect(
            complaint { ($0["store"], $0["memory"]) = (nil, ["true"]) }
                == "--cluster talks: expected --store, got none; \(advice)")
        #expect(
            complaint { $0["store"] = ["rooms.sqlite"] }
                == "--store rooms.sqlite: expected postgres://… with --cluster, got a file; \(advice)")
        #expect(complaint { $0["store"] = ["postgres://127.0.0.1/x?nonsense=1"] }?.hasPrefix("--store: ") == true)
    }

    @Test func anEdgeHasNoStore() throws {
        #expect(try options(Self.full)?.role == .owner)
        #expect(complaint { $0["role"] = ["owner"] } == nil)
        var words = Self.full
        (words["role"], words["store"]) = (["edge"], nil)
        let edge = try #require(try options(words))
        #expect(edge.role == .edge && edge.store == nil && edge.node == "one")
        #expect(
            complaint { $0["role"] = ["edge"] }
                == "--store: expected none with --role edge, got one; an edge keeps nothing: leave out one of the two")
        #expect(
            complaint { ($0["role"], $0["store"], $0["room"]) = (["edge"], nil, ["talk=threePage", "b=tabs"]) }
                == "--room talk=threePage: expected none with --role edge, got 2; an edge creates no rooms: give --room to "
                + "the nodes that own them")
        #expect(complaint { $0["role"] = ["viewer"] } == "--role: expected one of owner, edge, got `viewer`")
    }

    @Test(arguments: ["node", "role", "fabric", "fabric-ca", "fabric-credentials", "fabric-open"])
    func anOptionOfANodeNeedsACluster(name: String) {
        let words: ServeConfiguration.Words = [name: [["fabric-open": "true", "role": "edge"][name] ?? "word"]]
        #expect(
            complaint { $0 = words }
                == "--\(name): expected --cluster with it, got none; give the name that all nodes of the cluster share")
    }

    @Test(arguments: ["max-content-bytes", "max-history-bytes"])
    func whatTravelsBetweenNodesFitsOneMessage(name: String) {
        #expect(ClusterOptions.payloadBytes == 15 << 20)
        #expect(complaint { $0[name] = ["15728640"] } == nil)
        #expect(
            complaint { $0[name] = ["15728641"] }
                == "--\(name): expected at most 15728640 with --cluster, which one message between nodes carries, got "
                + "15728641")
        #expect(complaint { $0 = [name: ["15728641"]] } == nil, "a single server has no such limit")
    }

    @Test func namesAreChecked() {
        #expect(
            complaint { $0["cluster"] = ["a.b"] }
                == "--cluster: expected a name of 1 to 32 of A-Z a-z 0-9 _ -, got `a.b`")
        #expect(
            complaint { $0["node"] = ["one two"] }
                == "--node: expected a name of 1 to 64 of A-Z a-z 0-9 . _ -, got `one two`")
    }

    /// Anyone who may publish there decides what members see.
    @Test func aServerOnAnotherMachineNeedsProtection() {
        #expect(
            complaint { $0["fabric"] = ["nats://nats.example:4222"] }
                == "--fabric: expected tls:// for nats.example:4222, which is another machine, got nats://")
        #expect(complaint { $0["fabric"] = ["tls://nats.example:4222"] }?.contains("user and a password") == true)
        #expect(complaint { $0["fabric"] = ["tls://ann:secret@nats.example:4222"] } == nil)
        #expect(
            complaint { ($0["fabric"], $0["fabric-open"]) = (["nats://nats.example:4222"], ["true"]) } == nil)
        let wrong = complaint { $0["fabric"] = ["http://ann:secret@nats.example"] }
        #expect(wrong?.hasPrefix("--fabric: expected nats://") == true && wrong?.contains("secret") == false)
    }
}
