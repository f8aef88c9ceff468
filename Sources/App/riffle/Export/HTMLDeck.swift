import Markdown
import PagingContent

/// A deck as one file for browsers, which needs no network: the policy in its head forbids it any, and every script but its own.
struct HTMLDeck {
    /// The whole file.
    let text: String

    /// - Parameter theme: in place of the deck's.
    init(_ deck: Deck, _ ready: DeckPages, theme: Theme?, hasNotes: Bool) {
        let pages = ready.pages
        let own = pages.first?.theme.flatMap { Theme($0) }
        let files = Dictionary(ready.assets.map { ($0.name, $0) }) { first, _ in first }
        let sections = pages.enumerated().map { number, page in
            var writer = HTMLWriter()
            writer.files = Dictionary(
                page.pictures.compactMap { picture in files[picture.asset].map { (picture.address, $0) } }
            ) {
                first, _ in first
            }
            let document = page.document
            let isTitle = document.blocks.contains(.titlePage)
            for block in document.blocks { writer.write(block) }
            let title = page.title.isEmpty ? "" : "<h1>\(HTMLWriter.escaped(page.title))</h1>\n"
            let notes = hasNotes ? page.notes.map { "<aside>\(HTMLWriter.escaped($0))</aside>\n" } ?? "" : ""
            let name = isTitle ? "title-page" : document.blocks.contains(.middle) ? "middle" : "page"
            let footer =
                isTitle
                ? "" : document.footer.map { HTMLDeck.footer($0, page: number + 1, of: pages.count) } ?? ""
            return
                "<section class=\"\(name)\" data-steps=\"\(writer.steps)\">\n\(title)\(writer.html)\(notes)\(footer)</section>\n"
        }
        text = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '\(WebPage.source(of: HTMLDeck.script))'">
            <title>\(HTMLWriter.escaped(deck.title))</title>
            <style>
            \(HTMLDeck.style)\(HTMLDeck.colours(theme ?? own))</style>
            <main>
            \(sections.joined())</main>
            <script>\(HTMLDeck.script)</script>
            </html>

            """
    }

    private static func footer(_ footer: PageFooter, page: Int, of count: Int) -> String {
        let parts = footer.parts(page: Int64(page), of: count)
        let spans = [parts.left, parts.centre, parts.right].map { "<span>\(HTMLWriter.escaped($0))</span>" }
        return "<footer>\(spans.joined())</footer>\n"
    }

    /// The colours of a theme with a ground of its own; the others have those of the reader's browser.
    private static func colours(_ theme: Theme?) -> String {
        guard let theme, case .rgb? = theme.ground else { return "" }
        let roles: [(String, ThemeRole)] = [
            ("text", .text), ("title", .title), ("quiet", .faint), ("link", .link), ("keyword", .codeKeyword),
            ("type", .codeType), ("function", .codeFunction), ("string", .codeString), ("number", .codeNumber),
            ("comment", .codeComment), ("deleted", .codeDeleted),
        ]
        let inks = roles.compactMap { name, role -> String? in
            guard let ink = theme[role], case .rgb = ink else { return nil }
            return "--\(name): \(ink);"
        }
        return
            ":root { --ground: \(theme.ground?.description ?? ""); --code: transparent; \(inks.joined(separator: " ")) }\n"
    }

    private static let style = """
        :root {
          color-scheme: light dark; --ground: #fdfdfb; --text: #1b1b1f; --title: #0f4a9c; --quiet: #5c5c66; --link: #1556b8;
          --code: #f0f0ec; --keyword: #8a1a8a; --type: #0b5a73; --function: #1546a0; --string: #17602b; --number: #8a4b08;
          --comment: #5c5c66; --deleted: #a51d2d;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #131316; --text: #ececf0; --title: #86b4ff; --quiet: #a5a5b0; --link: #86b4ff; --code: #212127;
            --keyword: #e59bf0; --type: #7fd4e8; --function: #9dbcff; --string: #9cd6a0; --number: #efb979;
            --comment: #a5a5b0; --deleted: #ff9a9a;
          }
        }
        html, body { margin: 0; background: var(--ground); color: var(--text); font: clamp(1rem, .5rem + 2vmin, 3rem)/1.45 system-ui, sans-serif; }
        section { box-sizing: border-box; min-height: 100vh; padding: 6vmin 8vw; display: none; }
        section.current { display: block; }
        .title-page, .middle { align-content: center; }
        .title-page { text-align: center; }
        h1 { margin: 0 0 .6em; font-size: 1.7em; line-height: 1.2; color: var(--title); }
        .title-page h1 { font-size: 2.6em; }
        h2 { font-size: 1.35em; } h3, h4, h5, h6 { font-size: 1.1em; }
        a { color: var(--link); }
        pre, code { font-family: ui-monospace, monospace; font-size: .92em; background: var(--code); }
        pre { padding: .6em .8em; overflow: auto; border-radius: .3em; }
        pre.numbered { counter-reset: line; }
        pre.numbered .line::before { counter-increment: line; content: counter(line) "  "; color: var(--quiet); }
        .keyword { color: var(--keyword); } .type, .variable { color: var(--type); } .function { color: var(--function); }
        .string, .inserted { color: var(--string); } .number { color: var(--number); } .deleted { color: var(--deleted); }
        .comment { color: var(--comment); font-style: italic; }
        blockquote { margin-left: 0; padding-left: .9em; border-left: .2em solid var(--quiet); }
        figure { margin: 0; text-align: center; } figure img { max-width: 100%; max-height: 76vh; vertical-align: top; }
        table { border-collapse: collapse; } th, td { padding: .25em .6em; border: 1px solid var(--quiet); }
        .columns { display: flex; flex-wrap: wrap; gap: 0 2em; } .columns > div { min-width: 12em; }
        li.task { list-style: none; } li.task > p { display: inline; } .tight p { margin: 0; }
        aside { margin-top: 2em; padding-top: .6em; border-top: 1px solid var(--quiet); color: var(--quiet); font-size: .8em; white-space: pre-wrap; }
        section { position: relative; }
        footer { position: absolute; left: 8vw; right: 8vw; bottom: 2vmin; display: grid; grid-template-columns: 1fr auto 1fr; gap: 1em; color: var(--quiet); font-size: .65em; }
        footer span:last-child { text-align: right; }
        .later { visibility: hidden; } .dim { opacity: .35; }
        @media print {
          section { display: block; break-after: page; min-height: 0; } footer { position: static; margin-top: 2em; } .later { visibility: visible; } .dim { opacity: 1; }
        }

        """

    /// The keys of a terminal: next, back, first, last. The page is in the address, so that it can be linked to.
    private static let script = """
        const pages = [...document.querySelectorAll("section")];
        let page = 0, shown = 0;
        const steps = () => Number(pages[page].dataset.steps);
        function draw() {
          pages.forEach((section, place) => section.classList.toggle("current", place === page));
          for (const node of pages[page].querySelectorAll("[data-step]")) {
            node.classList.toggle("later", Number(node.dataset.step) > shown);
          }
          for (const code of pages[page].querySelectorAll("pre[data-first]")) {
            for (const line of code.querySelectorAll(".line")) {
              const group = Math.min(Math.max(0, shown - Number(code.dataset.first)), line.dataset.lit.length - 1);
              line.classList.toggle("dim", line.dataset.lit[group] === "0");
            }
          }
          history.replaceState(null, "", "#" + (page + 1));
        }
        function go(place, isBack) {
          page = Math.min(Math.max(0, place), pages.length - 1);
          shown = isBack ? steps() : 0;
          draw();
        }
        function next() { if (shown < steps()) { shown += 1; draw(); } else if (page + 1 < pages.length) go(page + 1); }
        function back() { if (shown > 0) { shown -= 1; draw(); } else if (page > 0) go(page - 1, true); }
        const keys = {
          " ": next, ArrowRight: next, PageDown: next, l: next, n: next, Enter: next,
          ArrowLeft: back, PageUp: back, h: back, p: back, Backspace: back,
          Home: () => go(0), End: () => go(pages.length - 1), G: () => go(pages.length - 1),
        };
        addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
          event.preventDefault();
          keys[event.key]();
        });
        addEventListener("click", (event) => { if (!event.target.closest("a")) next(); });
        go((Number(location.hash.slice(1)) || 1) - 1);

        """
}
