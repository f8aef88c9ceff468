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
        ("closed.1013 == 0", "connections closed with it count as 1002"),
    ])
    func aWrongSelectionIsExplained(text: String, expected: String) {
        do throws(Threshold.Problem) {
            _ = try Threshold(text)
            Issue.record("expected a problem with \(text)")
        } catch {
            #expect(error.description.contains(expected), "\(error)")
        }
    }

    @Test(arguments: [
        ("deliver.p95 < 100ms over 10s", 10), ("gaps==0  over\t2m", 120), ("reach >= 99.9% over 1s", 1),
        ("gaps == 0", nil),
    ])
    func aWindowMayStandBehindTheBound(text: String, seconds: Int?) throws {
        let threshold = try Threshold(text)
        #expect(threshold.windowSeconds == seconds && threshold.text == text)
    }

    @Test(arguments: [
        ("gaps == 0 over", "expected a window of whole seconds such as `over 10s`, got `over `"),
        ("gaps == 0 over 500ms", "whole seconds"), ("gaps == 0 over 1.5s", "whole seconds"),
        ("gaps == 0 over 10", "whole seconds"), ("gaps == 0 over 0s", "whole seconds"),
        ("gaps == 0 over 90000m", "whole seconds"), ("gaps == 0 over 10s over 10s", "whole seconds"),
        ("naive.ack.p99 < 1s over 10s", "`naive.ack.p99` is known for the whole run only"),
    ])
    func aWrongWindowIsExplained(text: String, expected: String) {
        do throws(Threshold.Problem) {
            _ = try Threshold(text)
            Issue.record("expected a problem with \(text)")
        } catch {
            #expect(error.description.contains(expected), "\(error)")
        }
    }

    @Test(arguments: [
        ("deliver.p95 < 100ms", nil), ("deliver.p95 > 1us", nil), ("gaps == 0", nil), ("reach >= 99%", nil),
        ("started >= 5 over 10s", nil), ("rejected.held < 5", nil), ("spread.max < 1s over 5s", "known at the end"),
        ("skew.max < 1", "known at the end"), ("naive.ack.p99 < 1s", "for the whole run only"),
        (
            "started >= 500",
            "`started >= 500` may hold until the end of the run, so it cannot end it; expected a window"
        ),
        ("deliver.count > 5", "may hold until the end"), ("closed.1000 > 5", "may hold until the end"),
    ])
    func notEveryThresholdCanEndARun(text: String, problem: String?) throws {
        let found = try Threshold(text).abortProblem?.description
        #expect(found.map { $0.contains(problem ?? "") } ?? (problem == nil), "\(found ?? "none")")
        #expect((found == nil) == (problem == nil))
    }

    /// A share of more than everything can never be reached: a sign is missing.
    @Test(arguments: [
        ("reach >= 99", "`reach`: expected a share of at most 100 %, got `99` (did you mean `99%`?)"),
        ("checks >= 150%", "`checks`: expected a share of at most 100 %, got `150%`"),
    ])
    func aShareIsAtMostAll(text: String, problem: String) throws {
        #expect(throws: Threshold.Problem.self) { try Threshold(text) }
        do { _ = try Threshold(text) } catch { #expect(error.description == problem) }
        #expect(try Threshold("reach >= 100%").bound == 1)
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
