import LoadTesting
import Scripting

/// Every word of load scripts and their reports as a page of Markdown, from the tables of the program: docs/load-reference.md.
enum LoadReference {
    static var markdown: String {
        head + ScriptVocabulary.markdown + "\n## Figures of thresholds\n\n"
            + ScriptVocabulary.figures.map { "- \($0)\n" }.joined()
            + "\n## Measures\n\n| measure | of a report |\n|---|---|\n"
            + Measure.allCases.map { "| `\($0.rawValue)` | \($0.definition.summary) |\n" }.joined()
            + "\n## Exit codes\n\n| code | meaning |\n|---|---|\n"
            + ExitStatus.table.map { "| \($0.code.rawValue) | \($0.meaning) |\n" }.joined()
    }

    private static let head = """
        # Reference of load scripts

        Every key, step, figure, measure and exit code, as `riffle help scripts --markdown` prints them; scenes for `riffle replay` have the same steps.
        [Examples/load](../Examples/load/README.md) shows how to write a script, [load-testing.md](load-testing.md) what the figures mean.


        """
}
