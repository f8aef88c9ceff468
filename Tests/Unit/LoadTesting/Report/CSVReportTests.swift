import Testing

@testable import LoadTesting

@Suite struct CSVReportTests {
    /// The names of actors are free; a field by RFC 4180 holds each of them.
    @Test(arguments: [
        ("ann", "deliver{actor:ann}"), ("a,b", "\"deliver{actor:a,b}\""),
        ("a\"\u{301}", "\"deliver{actor:a\"\"\u{301}}\""),
        ("a\r\nb", "\"deliver{actor:a\r\nb}\""),
    ])
    func aNameShiftsNoColumn(name: String, field: String) {
        var slice = LoadResult.Slice()
        slice.groups["{actor:\(name)}"] = [.deliver: SampleRun.distribution([1])]
        var result = LoadResult(title: "a talk", seed: 1)
        result.timeline = [slice]
        let csv = LoadReport(result, target: "simulated").csv
        #expect(csv.hasSuffix("\n0,0,0,0,0,0,0,0,\(field),us,1,1,1,1,1,1,1,measured\n"), "\(csv)")
    }
}
