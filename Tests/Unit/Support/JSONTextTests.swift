import Support
import Testing

@Suite struct JSONTextTests {
    private static let value: JSONText = [
        "name": "a", "list": [1, [true, .null]], "more": ["x": .number(0.5), "y": .number(.infinity)], "none": [],
    ]

    @Test func oneLine() {
        #expect(
            Self.value.line
                == #"{"name": "a", "list": [1, [true, null]], "more": {"x": 0.5, "y": null}, "none": []}"#)
    }

    @Test func linesBreakDownToALevel() {
        #expect(
            Self.value.text(levels: 1) == """
                {
                  "name": "a",
                  "list": [1, [true, null]],
                  "more": {"x": 0.5, "y": null},
                  "none": []
                }
                """)
        #expect(Self.value.text(levels: 2).split(separator: "\n").count == 12)
    }

    @Test func whatDoesNotFitIsBroken() {
        #expect(
            Self.value.text(columns: 16) == """
                {
                  "name": "a",
                  "list": [
                    1,
                    [true, null]
                  ],
                  "more": {
                    "x": 0.5,
                    "y": null
                  },
                  "none": []
                }
                """)
        #expect(Self.value.text(columns: 200) == Self.value.line)
    }

    @Test func controlCharactersAndLineSeparatorsAreEscaped() {
        #expect(JSONText.string("\"\\\n\t\r\u{1}\u{7F}\u{2028}é").line == #""\"\\\n\t\r\u0001\u007f\u2028é""#)
    }

    @Test func countsAreSortedByName() {
        #expect(JSONText.counts(["b": 2, "a": 1]).appending([("c", 3)]).line == #"{"a": 1, "b": 2, "c": 3}"#)
    }
}
