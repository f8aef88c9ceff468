import Testing

@testable import ClusterTraffic

@Suite struct SubjectTests {
    private let cluster = Fixture.cluster

    @Test func subjectsAreTextsAndBack() {
        let texts: [(Subject, String)] = [
            (.beat, "riffle.test.beat"), (.node(Fixture.node(7)), "riffle.test.node.7"),
            (.out(room: "talk"), "riffle.test.out.talk"), (.out(room: "a.b-c_d.E"), "riffle.test.out.a~b-c_d~E"),
        ]
        for (subject, text) in texts {
            #expect(subject.text(in: cluster) == text)
            #expect(Subject(text, in: cluster) == subject)
        }
    }

    @Test(arguments: [
        "", "riffle", "riffle.test", "riffle.other.beat", "riffle.test.beat.1", "riffle.test.node",
        "riffle.test.node.0",
        "riffle.test.node.07", "riffle.test.node.9223372036854775808", "riffle.test.node.x", "riffle.test.out.",
        "riffle.test.out.a.b", "riffle.test.out.é", "riffle.test.out.a b", "other.test.beat", "riffle.test.beat ",
    ])
    func otherTextsAreNoSubjects(text: String) {
        #expect(Subject(text, in: cluster) == nil)
    }

    @Test func namesOfClustersAreOneToken() {
        for text in ["a", "Prod-1_x", String(repeating: "a", count: 32)] { #expect(ClusterName(text) != nil) }
        for text in ["", "a.b", "a*", ">", "a~b", "é", " ", String(repeating: "a", count: 33)] {
            #expect(ClusterName(text) == nil, "\(text)")
        }
        #expect(NodeID(0) == nil && NodeID(1 << 63) == nil && NodeID((1 << 63) - 1) != nil)
    }
}
