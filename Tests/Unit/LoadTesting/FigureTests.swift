import LoadTesting
import Scripting
import Testing

/// Scripts may set a threshold for whatever a run measures.
@Suite struct FigureTests {
    @Test func everyMeasureIsAFigure() {
        #expect(Measure.allCases.map(\.rawValue) == Figure.measures)
    }
}
