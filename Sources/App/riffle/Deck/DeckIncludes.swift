import FoundationEssentials
import Glibc
import PagingContent

/// Puts the text of other files into a deck: pages by `<!-- include: other.md -->`, code by `file` blocks.
///
/// Paths are relative to the file that names them, and lead nowhere but into the folder of the deck and below.
struct DeckIncludes {
    private static let mostDepth = 8

    private(set) var lines: [DeckLine] = []
    /// The paths of all files that were read.
    private(set) var files: [String] = []
    /// Files that cannot be read: errors, but warnings for pages of Slidev, without which such a deck is shown.
    private(set) var findings: [Finding] = []

    /// The real path of the deck's folder; nil for a deck from standard input, which includes nothing.
    private let root: String?
    private var bytes: Int

    /// - Throws: an error after which nothing more is read.
    init(_ text: String, path: String) throws(DeckFailure) {
        root = path == "-" ? nil : DeckIncludes.real(DeckIncludes.folder(of: path))
        bytes = text.utf8.count
        try read(DeckText(text, file: path).parts, chain: [DeckIncludes.real(path) ?? path])
    }

    private mutating func read(_ parts: [DeckText.DeckPart], chain: [String]) throws(DeckFailure) {
        var place = 0
        while place < parts.count {
            switch parts[place] {
            case .code(let block):
                guard block.request == .file else {
                    lines += block.source
                    break
                }
                do {
                    try read(block)
                } catch {
                    try report(error)
                    lines += block.source
                }
            case .kept(let line): lines.append(line)
            case .line(let line):
                if let path = IncludeLine.path(in: line.text) {
                    do {
                        try include(path, at: line, chain: chain)
                    } catch {
                        try report(error)
                        // A heading, so that its page is not found empty, too.
                        lines.append(line.replaced(by: "# include"))
                    }
                } else if let (settings, source, end) = DeckIncludes.settings(in: parts, from: place) {
                    // A page of Slidev that is another file. The settings of a deck stay.
                    lines.append(line)
                    if place == 0 { lines += settings + [line] }
                    do {
                        try include(source.path, at: source.line, chain: chain)
                    } catch {
                        findings.append(error.finding.asWarning)
                    }
                    place = end
                } else {
                    lines.append(line)
                }
            }
            place += 1
        }
    }

    /// Keeps an error, unless it ends the reading.
    private mutating func report(_ failure: DeckFailure) throws(DeckFailure) {
        guard !failure.isLimit else { throw failure }
        findings.append(failure.finding)
    }

    /// The settings of a page that begin with the divider at `place` and name a file, and the place of their end.
    private static func settings(
        in parts: [DeckText.DeckPart], from place: Int
    ) -> (others: [DeckLine], source: (path: String, line: DeckLine), end: Int)? {
        guard case .line(let first) = parts[place], first.text == "---" else { return nil }
        var others: [DeckLine] = []
        var source: (path: String, line: DeckLine)?
        for (number, part) in parts[(place + 1)...].prefix(50).enumerated() {
            guard case .line(let line) = part else { return nil }
            if line.text == "---" { return source.map { (others, $0, place + number + 1) } }
            guard IncludeLine.isSetting(line.text) else { return nil }
            if let path = IncludeLine.source(in: line.text), path.hasSuffix(".md") {
                source = (path, line)
            } else {
                others.append(line)
            }
        }
        return nil
    }

    private mutating func include(_ path: String, at line: DeckLine, chain: [String]) throws(DeckFailure) {
        let (file, real, text) = try text(of: path, at: line)
        guard !chain.contains(real) else { throw DeckFailure("include: `\(path)` includes itself", at: line) }
        guard chain.count <= DeckIncludes.mostDepth else {
            throw DeckFailure("include: expected at most \(DeckIncludes.mostDepth) files in each other", at: line)
        }
        let body = IncludeLine.body(of: DeckText(text, file: file).lines)
        let inside = DeckText(Array(body))
        try read(inside.parts, chain: chain + [real])
        if let end = inside.missingEnd { lines.append(end) }
    }

    /// A block with the code of another file.
    private mutating func read(_ block: DeckText.FencedCode) throws(DeckFailure) {
        let request = CodeFileRequest(block.lines)
        let (_, _, text) = try text(of: request.path, at: block.opening)
        let all = DeckText(text, file: "").lines.map(\.text)
        // The end of the last line begins no other.
        let code = request.lines(of: text.utf8.last == UInt8(ascii: "\n") ? Array(all.dropLast()) : all)
        let wishes = block.information.split(separator: " ").dropFirst().joined(separator: " ")
        lines += DeckText.fenced(Array(code), information: "\(request.language) \(wishes)", at: block.opening)
    }

    // MARK: Files

    private mutating func text(
        of path: String, at line: DeckLine
    ) throws(DeckFailure) -> (file: String, real: String, text: String) {
        guard let root else { throw DeckFailure("include: a deck on standard input includes no files", at: line) }
        if let objection = IncludeLine.objection(to: path) { throw DeckFailure("include: \(objection)", at: line) }
        let folder = DeckIncludes.folder(of: line.file)
        let short = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        let file = folder == "." && !line.file.hasPrefix("./") ? short : "\(folder)/\(short)"
        guard let real = DeckIncludes.real(file) else {
            throw DeckFailure("include: `\(path)`: \(String(cString: strerror(errno)))", at: line)
        }
        guard real.hasPrefix(root == "/" ? root : root + "/") else {
            throw DeckFailure("include: `\(path)` leads out of the deck's folder by a link", at: line)
        }
        var facts = stat()
        guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw DeckFailure("include: `\(path)`: expected a file", at: line)
        }
        guard bytes + Int(facts.st_size) <= DeckLimits.deckBytes else {
            throw DeckFailure(
                "include: with `\(path)` the deck has more than \(DeckLimits.deckBytes) bytes, which is the limit",
                at: line, isLimit: true)
        }
        do {
            let text = try TextFile.read(real)
            bytes += text.utf8.count
            if !files.contains(file) { files.append(file) }
            return (file, real, text)
        } catch {
            throw DeckFailure("include: \(error)", at: line)
        }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without links; nil where there is no such file.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
