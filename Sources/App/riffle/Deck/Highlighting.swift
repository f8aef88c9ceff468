import ArgumentParser
import FoundationEssentials
import Markdown
import PagingContent
import Platform

/// The program that finds the colours of code.
enum Highlighter: String, ExpressibleByArgument, CaseIterable {
    /// The tables of this program.
    case builtin
    /// The tables where they have the language, then the programs.
    case auto
    case chroma
    case pygments
}

/// Finds the colours of a deck's code. CodeText that was coloured before is not given to a program again.
final class Highlighting {
    /// Longest code that a program gets.
    private static let mostBytes = 20_000
    /// For all code of a deck that has no colours yet.
    private static let seconds: Int64 = 5

    private struct CodeText: Hashable {
        let language: String
        let text: String
    }

    /// The reason why the wanted program is not used; nil where it is.
    let complaint: String?
    private let choice: Highlighter
    private let chroma: ChromaProgram?
    private let pygments: PygmentsProgram?
    private var known: [CodeText: [CodeSpan]] = [:]

    /// - Parameter find: the path of a program; nil where it is not installed.
    init(_ choice: Highlighter, find: (String) -> String? = LimitedProgram.find) {
        self.choice = choice
        chroma = choice == .chroma || choice == .auto ? ChromaProgram(find: find) : nil
        pygments = choice == .pygments || choice == .auto ? PygmentsProgram(find: find) : nil
        complaint =
            switch choice {
            case .chroma where chroma == nil:
                "--highlighter chroma: there is no chroma of version 2 on the path: install golang-chroma-v2"
            case .pygments where pygments == nil:
                "--highlighter pygments: there is no python3 on the path: install python3-pygments"
            case .builtin, .auto, .chroma, .pygments: nil
            }
    }

    /// Whether colours may come from another program.
    var isExternal: Bool { chroma != nil || pygments != nil }

    /// The pages with the colours of their code.
    func coloured(_ pages: [Page]) -> [Page] {
        guard choice != .builtin else { return pages.map(\.coloured) }
        let blocks = pages.map { $0.format == .markdown ? Document(markdown: $0.body).codeBlocks : [] }
        find(blocks.joined().map { CodeText(language: $0.language, text: $0.text) })
        return zip(pages, blocks).map { page, blocks in
            var page = page
            let spans = blocks.map { block in
                known[CodeText(language: block.language, text: block.text)]
                    ?? CodeTokenizer.spans(of: block.text, language: block.language)
            }
            page.colours = CodeColours(blocks: spans).text
            return page
        }
    }

    /// Asks the programs for code that they have not seen.
    private func find(_ codes: [CodeText]) {
        var seen: Set<CodeText> = []
        let wanted = codes.filter { code in
            let isBuiltIn = choice == .auto && !CodeTokenizer.spans(of: code.text, language: code.language).isEmpty
            return known[code] == nil && !isBuiltIn && code.text.utf8.count <= Highlighting.mostBytes
                && !code.text.isEmpty && Highlighting.isName(code.language) && seen.insert(code).inserted
        }
        let end = MonotonicClock.milliseconds + Highlighting.seconds * 1_000
        var rest: [CodeText] = []
        for code in wanted {
            let left = Int((end - MonotonicClock.milliseconds + 999) / 1_000)
            if left > 0, let spans = chroma?.spans(of: code.text, language: code.language, seconds: left) {
                known[code] = spans
            } else {
                rest.append(code)
            }
        }
        let left = Int((end - MonotonicClock.milliseconds + 999) / 1_000)
        guard left > 0, !rest.isEmpty, let pygments else { return }
        let found = pygments.spans(of: rest.map { ($0.language, $0.text) }, seconds: left)
        for (code, spans) in zip(rest, found) { if let spans { known[code] = spans } }
    }

    /// Whether a language may be an argument of a program.
    private static func isName(_ language: String) -> Bool {
        (1...40).contains(language.utf8.count) && language.first != "-"
            && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+#._-".contains($0)) }
    }
}

/// The kinds of tokens that Chroma and Pygments share.
enum TokenName {
    /// Prefixes of names, the longer ones first.
    private static let tokens: [(prefix: String, token: CodeToken)] = [
        ("CommentPreproc", .keyword), ("Comment", .comment), ("KeywordType", .type), ("Keyword", .keyword),
        ("OperatorWord", .keyword), ("NameBuiltinPseudo", .keyword), ("NameBuiltin", .function), ("NameClass", .type),
        ("NameException", .type), ("NameFunction", .function), ("NameDecorator", .function), ("NameTag", .keyword),
        ("NameAttribute", .variable), ("NameVariable", .variable), ("LiteralString", .string),
        ("LiteralNumber", .number), ("LiteralDate", .number), ("GenericInserted", .inserted),
        ("GenericDeleted", .deleted), ("GenericHeading", .keyword), ("GenericSubheading", .keyword),
    ]

    /// The kind for a name such as `KeywordDeclaration`; nil for text without a colour.
    static func token(_ name: String) -> CodeToken? { tokens.first { name.hasPrefix($0.prefix) }?.token }

    /// Spans for parts that make up `text`; nil where they do not, or where none has a colour.
    static func spans(_ parts: [(name: String, length: Int)], of text: String) -> [CodeSpan]? {
        var rest = text.unicodeScalars.count
        var spans: [CodeSpan] = []
        for part in parts where part.length > 0 && rest > 0 {
            let length = min(part.length, rest)
            rest -= length
            let token = token(part.name)
            if let last = spans.last, last.token == token {
                spans[spans.count - 1] = CodeSpan(length: last.length + length, token: token)
            } else {
                spans.append(CodeSpan(length: length, token: token))
            }
        }
        return spans.contains { $0.token != nil } ? spans : nil
    }
}

/// Chroma, a program with lexers for 200 languages.
struct ChromaProgram {
    private struct ChromaPart: Decodable {
        let type: String
        let value: String
    }

    private static let outputBytes = 4 << 20
    private static let memoryBytes: UInt = 512 << 20

    private let path: String

    /// Nil where it is not installed. Other programs have the same name, such as a game.
    init?(find: (String) -> String?) {
        let limits = LimitedProgram.ProgramLimits(
            seconds: 2, outputBytes: 1_024, memoryBytes: ChromaProgram.memoryBytes, hasNoNetwork: true)
        let found = ["chroma-v2", "chroma"].compactMap(find).first { path in
            let outcome = LimitedProgram(path: path, arguments: ["--version"], limits: limits).run()
            let version = String(decoding: outcome.output, as: UTF8.self)
            return outcome.end == .exited(0) && (version.hasPrefix("2.") || version.hasPrefix("v2."))
        }
        guard let found else { return nil }
        path = found
    }

    /// Nil where it does not know the language, or fails.
    func spans(of text: String, language: String, seconds: Int) -> [CodeSpan]? {
        let limits = LimitedProgram.ProgramLimits(
            seconds: seconds, outputBytes: ChromaProgram.outputBytes, memoryBytes: ChromaProgram.memoryBytes,
            hasNoNetwork: true)
        let outcome = LimitedProgram(path: path, arguments: ["--json", "-l", language], limits: limits)
            .run(Array(text.utf8))
        guard outcome.end == .exited(0),
            let parts = try? JSONDecoder().decode([ChromaPart].self, from: Data(outcome.output))
        else { return nil }
        let whole = parts.map(\.value).joined()
        guard whole == text || whole == text + "\n" else { return nil }
        return TokenName.spans(parts.map { ($0.type, $0.value.unicodeScalars.count) }, of: text)
    }
}

/// Pygments, a library of Python with lexers for 500 languages; one process for all code of a deck.
struct PygmentsProgram {
    private struct PygmentsCode: Encodable {
        let language: String
        let text: String
    }

    private struct PygmentsPart: Decodable {
        let name: String
        let length: Int

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            name = try values.decode(String.self)
            length = try values.decode(Int.self)
        }
    }

    /// A line for each code, so that those that are done count when the time is over.
    private static let script = """
        from json import dumps, load
        from sys import stdin
        from pygments.lexers import get_lexer_by_name
        for code in load(stdin):
            try:
                lexer = get_lexer_by_name(code["language"], stripnl=False, ensurenl=False)
                parts = [("".join(kind), len(value)) for kind, value in lexer.get_tokens(code["text"])]
            except Exception:
                parts = None
            print(dumps(parts), flush=True)
        """

    private let path: String

    /// Nil without Python.
    init?(find: (String) -> String?) {
        guard let path = find("python3") else { return nil }
        self.path = path
    }

    /// Spans for each code; nil where it does not know the language, or was not done in time.
    func spans(of codes: [(language: String, text: String)], seconds: Int) -> [[CodeSpan]?] {
        let input = codes.map { PygmentsCode(language: $0.language, text: $0.text) }
        guard let bytes = try? JSONEncoder().encode(input) else { return [] }
        let limits = LimitedProgram.ProgramLimits(
            seconds: seconds, outputBytes: 16 << 20, memoryBytes: 512 << 20, hasNoNetwork: true)
        let outcome = LimitedProgram(path: path, arguments: ["-c", PygmentsProgram.script], limits: limits)
            .run(Array(bytes))
        let lines = outcome.output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return zip(codes, lines).map { code, line in
            guard let parts = try? JSONDecoder().decode([PygmentsPart].self, from: Data(line)) else { return nil }
            return TokenName.spans(parts.map { ($0.name, $0.length) }, of: code.text)
        }
    }
}
