import Scripting
import Testing

@Suite struct ThresholdTests {
    @Test(arguments: [
        ("deliver.p95 < 100ms", Figure.Subject.measure("deliver", isNaive: false, .percentile(95)), 100_000.0),
        ("ack.p99.9<=1.5s", .measure("ack", isNaive: false, .percentile(99.9)), 1_500_000),
        ("naive.catchUp.max > 2m", .measure("catchUp", isNaive: true, .maximum), 120_000_000),
        ("lag.mean < 10us", .measure("lag", isNaive: false, .mean), 10),
        ("join.count >= 500", .measure("join", isNaive: false, .count), 500),
        ("skew.max < 0.5", .measure("skew", isNaive: false, .maximum), 0.5),
        ("reach >= 99.9%", .count(.reach), 0.999),
        ("reach == 1", .count(.reach), 1),
        ("gaps == 0", .count(.gaps), 0),
        ("rejected.held < 3", .rejected(code: "held"), 3),
        ("rejected < 3", .rejected(code: nil), 3),
        ("closed.1006 == 0", .closed(code: "1006"), 0),
    ])
    func aFigureARelationAndABound(text: String, subject: Figure.Subject, bound: Double) throws {
        let threshold = try Threshold(text)
        #expect(threshold.figure.subject == subject)
        #expect(abs(threshold.bound - bound) < 1e-9)
        #expect(threshold.description == text)
    }

    @Test(arguments: [
        ("deliver{actor:follower}.p99 < 20ms", Figure.Selection.actor("follower"), false),
        ("naive.ack{tag:slow}.max<1s", .tag("slow"), true),
        ("join{actor: passer-by}.count == 5", .actor("passer-by"), false),
    ])
    func aMeasureMayBeThatOfSomeActors(text: String, selection: Figure.Selection, isNaive: Bool) throws {
        let figure = try Threshold(text).figure
        #expect(figure.selection == selection)
        guard case .measure(_, isNaive, _) = figure.subject else {
            Issue.record("expected a measure, got \(figure.subject)")
            return
        }
    }

    @Test(arguments: [
        ("skew{actor:a}.max < 1", "`skew` compares all members of a room"),
        ("gaps{tag:a} == 0", "expected a measure before {tag:a}, got `gaps`"),
        ("deliver{actr:a}.p99 < 1s", "did you mean `actor`?"),
        ("deliver{a}.p99 < 1s", "expected {actor:NAME} or {tag:NAME}"),
        ("deliver{tag:a.p99 < 1s", "expected } behind"),
    ])
    func aWrongSelectionIsExplained(text: String, expected: String) {
        do throws(Threshold.Problem) {
            _ = try Threshold(text)
            Issue.record("expected a problem with \(text)")
        } catch {
            #expect(error.description.contains(expected), "\(error)")
        }
    }

    @Test func relationsHold() throws {
        func holds(_ relation: Threshold.Relation) -> [Bool] { [1.0, 2, 3].map { relation.holds($0, 2) } }
        #expect(holds(.less) == [true, false, false])
        #expect(holds(.atMost) == [true, true, false])
        #expect(holds(.equal) == [false, true, false])
        #expect(holds(.atLeast) == [false, true, true])
        #expect(holds(.more) == [false, false, true])
        #expect(try Threshold("gaps > 1").relation == .more)
    }
}
