/// Why a secret file cannot be used or made. The text never holds a secret.
package enum TokenKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, detail: String)
    case badLine(path: String, line: Int, detail: String)
    /// No secret at all, or more than two.
    case wrongCount(path: String, found: Int)
    /// Both lines are the same secret.
    case twice(path: String)
    /// There are only public keys: they check tokens and make none.
    case cannotSign
    case exists(path: String)
    case unwritable(path: String, detail: String)
    /// What the library said when it signed.
    case signing(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let detail): "\(path): \(detail)"
        case .badLine(let path, let line, let detail): "\(path):\(line): \(detail)"
        case .wrongCount(let path, 0): "\(path): there is no secret in it; make one with `riffle token new-secret`"
        case .wrongCount(let path, let found): "\(path): \(found) secrets; one, or two while the older one runs out"
        case .twice(let path): "\(path): the same secret twice"
        case .cannotSign: "only public keys are here; they check tokens and make none"
        case .exists(let path): "\(path): exists already, and a secret is never overwritten"
        case .unwritable(let path, let detail): "\(path): \(detail)"
        case .signing(let detail): "cannot sign: \(detail)"
        }
    }
}
