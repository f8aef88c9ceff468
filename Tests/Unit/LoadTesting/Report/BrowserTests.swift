import Foundation
import Testing

@testable import LoadTesting

/// The report as a browser shows it. Another page holds it in a frame and says what it finds there: the report itself
/// lets no script run.
@Suite(.serialized, .enabled(if: Browser.installed != nil, "chromium is not installed")) struct BrowserTests {
    private struct Findings: Decodable {
        struct Figure: Decodable {
            let caption: String
            let width: Double
            let height: Double
            /// Lines, areas and bars of the data, and the size of the box around them.
            let marks: Int
            let marksWidth: Double
            let texts: Int
            /// Texts that reach beyond the edge of the drawing.
            let cut: [String]
        }

        let title: String
        let figures: [Figure]
        let requests: [String]
        let widerThanPage: Double
        let scripts: Int
        /// The highest of the measures' names: one line high.
        let tallestName: Double
    }

    private static func observer(width: Int) -> String {
        """
        <!doctype html><meta charset="utf-8"><iframe id="frame" src="report.html" width="\(width)" height="900"></iframe>
        <script>
        frame.onload = () => {
          const page = frame.contentDocument, whole = page.documentElement;
          const figures = [...page.querySelectorAll('figure')].map(figure => {
            const svg = figure.querySelector('svg').getBoundingClientRect();
            const canvas = figure.querySelector('.canvas'), box = canvas.getBoundingClientRect();
            const whole = {left: box.left, top: box.top, right: box.left + canvas.scrollWidth, bottom: box.bottom};
            const marks = [...figure.querySelectorAll('path,circle,.bar')].map(mark => mark.getBoundingClientRect());
            const texts = [...figure.querySelectorAll('.canvas span,.canvas p:not(:has(span)),text')];
            const isCut = text => { const words = page.createRange(); words.selectNodeContents(text);
              const place = words.getBoundingClientRect();
              return place.left < whole.left - 0.5 || place.right > whole.right + 0.5
                || place.top < box.top - 0.5 || place.bottom > box.bottom + 0.5
                || text.parentNode.className == 'up' && place.right > svg.left };
            return {caption: figure.querySelector('b').textContent, width: canvas.scrollWidth, height: box.height,
              marks: marks.length, texts: texts.length, cut: texts.filter(isCut).map(text => text.textContent),
              marksWidth: Math.max(0, ...marks.map(mark => mark.right)) - Math.min(...marks.map(mark => mark.left), 1e6)};
          });
          const requests = frame.contentWindow.performance.getEntriesByType('resource').map(entry => entry.name);
          const names = [...page.querySelectorAll('.figures th')].map(name => name.getBoundingClientRect().height);
          const text = JSON.stringify({title: page.title, figures, requests, scripts: page.scripts.length,
            widerThanPage: whole.scrollWidth - whole.clientWidth, tallestName: Math.max(...names)});
          const plain = text.replaceAll('<', '\\\\u003c').replaceAll('>', '\\\\u003e').replaceAll('&', '\\\\u0026');
          // The frame goes, and its sizes with it.
          document.body.innerHTML = '<pre id="found"></pre>';
          found.textContent = 'FOUND' + plain + 'DNUOF';
        };
        </script>
        """
    }

    private func withReport<T>(
        _ report: LoadReport, width: Int = 1_280, font: String = "", _ look: (Browser, URL) throws -> T
    ) throws -> T {
        let program = try #require(Browser.installed)
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let style = "<style>*{\(font)}</style></head>"
        try report.html.replacing("</head>", with: style).write(
            to: folder.appending(path: "report.html"), atomically: true, encoding: .utf8)
        try Self.observer(width: width).write(
            to: folder.appending(path: "observer.html"), atomically: true, encoding: .utf8)
        return try look(Browser(program, folder: folder), folder)
    }

    private func findings(_ report: LoadReport, width: Int, font: String = "") throws -> (Findings, complaints: String)
    {
        try withReport(report, width: width, font: font) { browser, folder in
            let output = try browser.run(["--dump-dom", folder.appending(path: "observer.html").absoluteString])
            let start = try #require(output.words.firstRange(of: "FOUND"), "\(output.complaints)")
            let end = try #require(output.words.firstRange(of: "DNUOF"))
            let text = String(output.words[start.upperBound..<end.lowerBound])
            return (try JSONDecoder().decode(Findings.self, from: Data(text.utf8)), output.complaints)
        }
    }

    /// On a screen, and on a telephone; in the font of the machine, and in ones that are much wider.
    @Test(arguments: [1_280, 420], ["", "font-family:monospace!important", "font-size:21px!important"])
    func drawsItsChartsWithoutANetwork(width: Int, font: String) throws {
        let report = try BusyRun.report(title: "</title><script>document.body.remove()</script>")
        let (found, complaints) = try findings(report, width: width, font: font)
        #expect(found.title == "</title><script>document.body.remove()</script>: failed", "text, and nothing but text")
        #expect(found.scripts == 0)
        #expect(found.requests == [])
        #expect(
            found.widerThanPage <= 0 && (10...50).contains(found.tallestName),
            "\(found.widerThanPage) \(found.tallestName)")
        #expect(!complaints.contains("CONSOLE"), "\(complaints)")
        // Four of the run, two for each of four measures, one for skew.
        #expect(found.figures.count == 13)
        for figure in found.figures {
            #expect(figure.width > 400 && figure.height > 150, "\(figure.caption)")
            #expect(figure.marks > 0 && figure.marksWidth > 20, "\(figure.caption) has its data")
            #expect(figure.texts > 6 && figure.cut == [], "\(figure.caption) has its labels whole")
        }
    }

    /// The observer does see a console message, a request and a label beyond the edge.
    @Test func wouldSeeFaults() throws {
        let report = try SampleRun.report()
        let program = try #require(Browser.installed)
        let faulty = report.html
            .replacing("default-src 'none'", with: "default-src *")
            .replacing("</main>", with: "<img src=\"http://example.invalid/x.png\"></main>")
            .replacing("<p class=\"over\">", with: "<p class=\"over\" style=\"margin-left:-20px\">")
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try faulty.write(to: folder.appending(path: "report.html"), atomically: true, encoding: .utf8)
        try Self.observer(width: 1_280).write(
            to: folder.appending(path: "observer.html"), atomically: true, encoding: .utf8)
        let output = try Browser(program, folder: folder).run(
            ["--dump-dom", folder.appending(path: "observer.html").absoluteString])
        #expect(output.complaints.contains("CONSOLE"))
        #expect(output.words.contains("example.invalid/x.png\"]"))
        #expect(!output.words.contains("\"cut\":[]"))
    }

    @Test func printsOnPaper() throws {
        try withReport(BusyRun.report()) { browser, folder in
            let file = folder.appending(path: "report.pdf")
            let report = folder.appending(path: "report.html").absoluteString
            let output = try browser.run(["--print-to-pdf=\(file.path())", "--no-pdf-header-footer", report])
            let pdf = try #require(try? Data(contentsOf: file), "\(output.complaints)")
            #expect(pdf.prefix(5) == Data("%PDF-".utf8) && pdf.count > 20_000)
            let pages = String(decoding: pdf, as: UTF8.self).ranges(of: "/Type /Page\n").count
            #expect((2...8).contains(pages), "\(pages) pages")
        }
    }
}
