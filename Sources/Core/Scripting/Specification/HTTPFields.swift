import PagingContent
import Support

/// The fields of `http`.
struct HTTPFields: Sendable {
    private var get: String?
    private var head: String?
    private var post: String?
    private var put: String?
    private var patch: String?
    private var delete: String?
    private var headers: [PlainEndpoint.Header]?
    private var json: String?
    private var form: [KeyedValue<String>]?
    private var body: String?
    private var expected: [Int]?
    private var redirects = 0
    private var withinMilliseconds = HTTPCall.standardWithinMilliseconds

    private init() {}

    init(_ call: HTTPCall) {
        switch call.method {
        case .get: get = call.url
        case .head: head = call.url
        case .post: post = call.url
        case .put: put = call.url
        case .patch: patch = call.url
        case .delete: delete = call.url
        }
        headers = call.headers.isEmpty ? nil : call.headers
        switch call.content {
        case .json(let text): json = text
        case .form(let fields): form = fields
        case .text(let text): body = text
        case nil: break
        }
        expected = call.expected.isEmpty ? nil : call.expected
        (redirects, withinMilliseconds) = (call.redirects, call.withinMilliseconds)
    }

    /// The request; nil without a method, which the rules of the mapping refuse.
    private var request: (HTTPCall.Method, String)? {
        if let get { return (.get, get) }
        if let head { return (.head, head) }
        if let post { return (.post, post) }
        if let put { return (.put, put) }
        if let patch { return (.patch, patch) }
        return delete.map { (.delete, $0) }
    }

    private var call: HTTPCall? {
        guard let (method, url) = request else { return nil }
        var call = HTTPCall(method, url)
        call.headers = headers ?? []
        call.content = json.map { .json($0) } ?? form.map { .form($0) } ?? body.map { .text($0) }
        (call.expected, call.redirects) = (expected ?? [], redirects)
        call.withinMilliseconds = withinMilliseconds
        return call
    }

    private static let methods = HTTPCall.Method.allCases.map(\.rawValue)
    private static let bodies = ["json", "form", "body"]

    static let kind = Mapping<HTTPFields>(
        definition: "http", text: "An HTTP request.", empty: HTTPFields(),
        fields: [
            Field("get", \.get, .url, "The URL, or a path of the run's target."),
            Field("head", \.head, .url, "The same for HEAD."), Field("post", \.post, .url, "The same for POST."),
            Field("put", \.put, .url, "The same for PUT."), Field("patch", \.patch, .url, "The same for PATCH."),
            Field("delete", \.delete, .url, "The same for DELETE."),
            Field("headers", \.headers, .headers, "Headers of the request."),
            Field("json", \.json, .json, "The body as a JSON value; numbers and words in quotes are texts."),
            Field(
                "form", \.form, .keyed(.text, "texts", isKey: { !$0.isEmpty }),
                "The body as fields of a form, in this order."),
            Field("body", \.body, .messageText, "The body as text."),
            Field("expect", \.expected, .statuses, "The status of the answer, or several; default: 200 to 299."),
            Field(
                "redirects", \.redirects, .integer(0...Int64(HTTPCall.mostRedirects)), standard: 0,
                "The most redirects that are followed."),
            Field(
                "within", \.withinMilliseconds, .time(least: 1, most: HTTPCall.longestMilliseconds),
                standard: HTTPCall.standardWithinMilliseconds, "The longest time until the whole answer is there."),
        ],
        rules: [.exactlyOne(methods), .atMostOne(bodies)]
            + bodies.flatMap { [MappingRule.excludes($0, "get"), .excludes($0, "head")] }
    ).kind.mapped({ $0.call }, { HTTPFields($0) })
}

extension ValueKind<String> {
    fileprivate static var url: ValueKind {
        scalar(
            "a URL of http or https without blanks, or a path that begins with /",
            ScriptSchema.Part(["type": "string", "pattern": "^([Hh][Tt][Tt][Pp][Ss]?://[^ #]+|/([^/ #][^ #]*)?)$"]),
            parse: { HTTPCall.isURL($0) ? $0 : nil }, write: { .quoted($0) })
    }

    /// A text with at most the bytes of a message.
    fileprivate static var messageText: ValueKind {
        text.checked(
            { text, node, name, context in
                guard text.utf8.count <= ScriptLimits.messageBytes else {
                    context.report(
                        "`\(name)`: expected at most \(ScriptLimits.messageBytes) bytes, got \(text.utf8.count)",
                        at: node)
                    return nil
                }
                return text
            }, { $0 })
    }

    /// Any value of YAML, as the JSON text that means the same.
    fileprivate static var json: ValueKind {
        ValueKind(
            expected: "a JSON value",
            schema: ScriptSchema.Part(["type": ["object", "array", "string", "number", "boolean", "null"]]),
            read: { node, name, context in
                guard let value = node.json else {
                    context.reject(node, name, expected: "a value whose keys are texts")
                    return nil
                }
                let text = value.line
                guard text.utf8.count <= ScriptLimits.messageBytes else {
                    context.report(
                        "`\(name)`: expected at most \(ScriptLimits.messageBytes) bytes, got \(text.utf8.count)",
                        at: node)
                    return nil
                }
                return text
                // A text of JSON is a text of YAML.
            }, write: { .text($0) })
    }
}

extension ValueKind<[Int]> {
    /// A status, or a list of them.
    fileprivate static var statuses: ValueKind {
        let status = ValueKind<Int>.integer(100...599)
        let list = ValueKind<[Int]>.list(of: status, "statuses", least: 1, most: 100)
        return ValueKind(
            expected: "a status such as 200, or a list of them",
            schema: ScriptSchema.Part(["anyOf": [status.schema.json, list.schema.json]], status.schema.definitions),
            read: { node, name, context in
                if case .list = node.content { return list.read(node, name, &context) }
                return status.read(node, name, &context).map { [$0] }
            }, write: { $0.count == 1 ? status.write($0[0]) : list.write($0) })
    }
}

extension ScriptNode {
    /// The value of JSON that means the same; nil for a mapping with other keys than texts.
    fileprivate var json: JSONText? {
        switch content {
        case .scalar(let text): return isQuoted ? .string(text) : ScriptNode.json(plain: text)
        case .template(let text): return .string(text.description)
        case .list(let nodes):
            let values = nodes.compactMap(\.json)
            return values.count == nodes.count ? .array(values) : nil
        case .mapping(let entries):
            let fields = entries.compactMap { entry -> (String, JSONText)? in
                guard let key = entry.key.text, let value = entry.value.json else { return nil }
                return (key, value)
            }
            return fields.count == entries.count ? .object(fields) : nil
        }
    }

    /// A word without quotes: a number of JSON stays one, `007` and other words are texts.
    private static func json(plain text: String) -> JSONText {
        switch text {
        case "", "~", "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            let digits = text.first == "-" ? text.dropFirst() : text[...]
            guard digits.first?.isASCII == true, digits.first?.isNumber == true,
                digits.first != "0" || digits.count == 1 || digits.dropFirst().first == "."
            else { return .string(text) }
            if let number = Int64(text) { return .integer(number) }
            return DecimalText.number(text).map { $0.isFinite ? .number($0) : .string(text) } ?? .string(text)
        }
    }
}
