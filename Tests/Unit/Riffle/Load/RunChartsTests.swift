import LoadTesting
import TerminalView
import TestSupport
import Testing

@testable import riffle

@Suite struct RunChartsTests {
    private func second(_ number: Int, gaps: Int = 0, refused: Int = 0, ack: Int64? = nil) -> LoadSecond {
        var slice = LoadResult.Slice()
        (slice.playing, slice.users, slice.errors) = (7, 6, gaps + refused)
        slice.counts.gaps = gaps
        if refused > 0 { slice.counts.rejections = ["held": refused] }
        if let ack { slice.latencies[.ack, default: Distribution()].record(ack) }
        slice.latencies[.lag, default: Distribution()].record(5)
        return LoadSecond(number: number, slice)
    }

    private func text(_ charts: RunCharts) -> String {
        charts.board.draw(columns: 100, rows: 30, borders: .ascii).lines.joined(separator: "\n")
    }

    @Test func theChartsShowTheRun() {
        var charts = RunCharts(title: "A run")
        charts.add(second(0))
        #expect(text(charts).contains("lag  * p99 5 µs") && text(charts).contains("no errors"))
        charts.add(second(1, gaps: 2, refused: 1, ack: 12_345))
        let shown = text(charts)
        #expect(shown.contains("2s  7 users") && shown.contains("2 errors/s"), "\(shown)")
        #expect(shown.contains("ack  * p99 12.3 ms  + p95 12.3 ms  . p50 12.3 ms"), "\(shown)")
        #expect(shown.contains("playing 7") && shown.contains("connected 6"), "\(shown)")
        #expect(shown.contains("errors/s  * gap 2  + refused 1"), "\(shown)")
        charts.chooseNext()
        #expect(text(charts).contains("lag  * p99 5 µs"))
        charts.chooseNext()
        #expect(text(charts).contains("ack  * p99"))
    }

    /// A sentence stands where the title did.
    @Test func aSentenceAboutTheRunIsShown() {
        var charts = RunCharts(title: "A run")
        charts.add(second(0))
        #expect(text(charts).hasPrefix("A run") && text(charts).contains("Ctrl-C: end the run"))
        charts.note = "LOST 50 % of the users after 9 s: agent beta was silent for 5 s"
        #expect(text(charts).hasPrefix("LOST 50 % of the users") && text(charts).contains("Ctrl-C: end the run"))
    }

    @Test func aSimulationOfADayIsNoBurden() {
        var charts = RunCharts(title: "A run")
        let seconds = Effort.rounds(4_000, of: 20_000)
        for number in 0..<seconds { charts.add(second(number, ack: 100)) }
        #expect(text(charts).contains("\(seconds)s  7 users"))
    }
}

@Suite struct WatchOptionTests {
    @Test(arguments: [
        ("http://127.0.0.1", "http://127.0.0.1:4318/v1/metrics"), ("http://[::1]:99/x/y", "http://[::1]:99/x/y"),
        ("http://collector.example:80/", "http://collector.example:80/v1/metrics"),
        ("http://[::1]", "http://[::1]:4318/v1/metrics"), ("https://c.example", "https://c.example:4318/v1/metrics"),
    ]) func aCollectorIsNamed(text: String, target: String) throws {
        #expect(try OTLPTarget(text).description == target)
    }

    @Test(arguments: [
        "ftp://127.0.0.1", "http://h?x", "http://h#x", #"http://h\x"#, "127.0.0.1:4318", "https://", "http://",
        "http://a b", "http://user@host", "http://h:99999",
        "http://h/\r\nX: y",
    ]) func anythingElseIsRefused(text: String) {
        #expect(throws: LoadArguments.Problem.self) { try OTLPTarget(text) }
    }

    @Test func headersOfACollectorAreRead() throws {
        let lines = try OTLPHeaders(" a = b%20c ,x-y=,k=1=2").lines
        #expect(lines == [.init("a", "b c"), .init("x-y", ""), .init("k", "1=2")])
        #expect(try OTLPHeaders(nil).lines.isEmpty && OTLPHeaders("").lines.isEmpty)
    }

    @Test(arguments: ["a", "=b", "a b=c", "a=%", "a=%0d%0aX: y", "ok=1,a:=b", "ä=1", "a=%00"])
    func otherHeadersAreRefused(text: String) {
        #expect(throws: OTLPHeaders.MalformedEntry.self) { try OTLPHeaders(text) }
    }

    /// A reader that takes nothing holds up nobody, and what it missed is counted.
    @Test func aSlowReaderIsNotWaitedFor() {
        let gate = OneShot<Void>()
        let began = OneShot<Void>()
        let sink = SecondSink<Int>("test sink") { items in
            guard items == [0] else { return }
            began.give(())
            gate.wait()
        }
        sink.add(0)
        began.wait()
        for number in 1...10_003 { sink.add(number) }
        #expect(sink.close(milliseconds: 1) == 10_004, "one is in hand, 10,000 wait, three are left out")
        gate.give(())
    }

    @Test func aReaderThatKeepsUpGetsEverything() {
        let sink = SecondSink<Int>("test sink") { _ in }
        for number in 0..<100 { sink.add(number) }
        #expect(sink.close(milliseconds: 60_000) == 0)
    }
}
