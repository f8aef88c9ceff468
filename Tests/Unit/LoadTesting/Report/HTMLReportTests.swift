import Foundation
import Testing

@testable import LoadTesting

@Suite struct HTMLReportTests {
    private static let hostile = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;\u{202E}\u{0}"

    /// Text that strangers can write into a report never becomes markup.
    @Test func hostileTextStaysText() throws {
        var report = try SampleRun.report()
        report.result.title = Self.hostile
        report.target = Self.hostile
        report.result.failures = [Self.hostile]
        report.result.failureCount = 1
        report.result.counts.rejections = [Self.hostile: 1]
        report.result.counts.closes = [Self.hostile: 1]
        report.conditions = [LoadReport.Condition(Self.hostile, Self.hostile)]
        report.verdicts = [try SampleRun.verdict("rejected.&x\"' == 0", found: nil)]
        report.start = LoadReport.Start(text: Self.hostile, unixMilliseconds: 0)
        let html = report.html
        #expect(html.contains("rejected.&amp;x&quot;&#39; == 0") && html.contains("no such event"))
        #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("\"'>"))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;"))
        #expect(!html.unicodeScalars.contains("\u{202E}") && !html.unicodeScalars.contains("\u{0}"))
    }

    /// Nothing is asked of a network: no address at all, no script, no style or picture from elsewhere.
    @Test func needsNothingButItself() throws {
        let html = try BusyRun.report().html
        for word in ["http:", "https:", "//", "<script", "<link rel=\"style", "@import", "src=", "onload"] {
            // The target is an address as well, as text.
            #expect(!html.replacing("ws://127.0.0.1:7420", with: "").contains(word), "\(word)")
        }
        #expect(html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "))
    }

    @Test func theVerdictComesBeforeTheFigures() throws {
        let html = try SampleRun.report().html
        let verdict = try #require(html.firstRange(of: "1 of 2 thresholds did not hold"))
        let figures = try #require(html.firstRange(of: "Measures</h2>"))
        #expect(verdict.lowerBound < figures.lowerBound)
        #expect(html.contains("<tr class=\"broken\"><th scope=\"row\">gaps == 0</th><td>1</td>"))
        #expect(html.contains("<tr class=\"held\"><th scope=\"row\">ack.p50 &lt; 100ms</th><td>1.00 ms</td>"))
    }

    /// A run that goes on without an agent may pass; its page shows the loss.
    @Test func aLostAgentIsShown() throws {
        var report = try SampleRun.report()
        #expect(!report.html.contains("<h2>Agents</h2>"))
        report.agents = [SampleRun.agent("alpha"), SampleRun.lostAgent("be<ta")]
        let html = report.html
        #expect(html.contains("<h2>Agents</h2>"))
        let (whole, lost) = ("<tr><th scope=\"row\">alpha</th>", "<tr class=\"broken\"><th scope=\"row\">be&lt;ta</th>")
        let cells = "<td>50 %</td><td>+0.000 ms, at most 0.000 ms wrong</td>"
        #expect(html.contains(whole + cells + "<td>none</td></tr>"))
        #expect(
            html.contains(lost + cells + "<td>be&lt;ta was silent for 5 s after 12 s: 50 % of the users were missing"))
    }

    /// 0.57 in binary is less than 57 %.
    @Test func aTileSaysTheShareOfTheTable() throws {
        var report = try SampleRun.report()
        (report.result.counts.expectedEvents, report.result.counts.receivedEvents) = (100, 57)
        let html = report.html
        #expect(html.contains("<dd>57 %</dd><dt>events reached</dt>"))
        #expect(html.contains("<td>57.000 %, 57 of 100 events</td>"))
    }

    @Test func everyMeasureHasItsCharts() throws {
        let html = try BusyRun.report().html
        for name in ["ack", "deliver", "join", "lag"] {
            #expect(html.contains("\(name) over time") && html.contains("\(name) by percentile"))
        }
        #expect(html.contains("skew by percentile") && !html.contains("skew over time"), "skew has no seconds here")
        #expect(html.utf8.count < 600_000, "a page one can send to somebody")
    }
}
