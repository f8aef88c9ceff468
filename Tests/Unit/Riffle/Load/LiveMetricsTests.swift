import Metrics
import Testing

@testable import riffle

@Suite struct LiveMetricsTests {
    @Test func anExporterGetsTheEndOfEveryRun() {
        let metrics = LiveMetrics(isExported: true)
        metrics.begin(title: "first", seed: 1)
        metrics.begin(title: "second", seed: 2)
        metrics.close()
        let end = metrics.next(after: 0)
        #expect(end.families.prometheusText.contains("first") && !end.isLast)
        let last = metrics.next(after: end.version)
        #expect(last.families.prometheusText.contains("second") && last.isLast)
    }

    @Test func anEndThatWasTakenComesOnce() {
        let metrics = LiveMetrics(isExported: true)
        metrics.begin(title: "first", seed: 1)
        let end = metrics.next(after: 0)
        metrics.begin(title: "second", seed: 2)
        let next = metrics.next(after: end.version)
        #expect(next.families.prometheusText.contains("second"))
    }
}
