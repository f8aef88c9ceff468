/// Languages with braces and the comments of C.
extension CodeLanguage {
    static let braces: [CodeLanguage] = [
        CodeLanguage(
            names: ["swift"], hasNestedComments: true,
            quotes: [Quote(open: "#\"", close: "\"#", hasEscapes: false), .tripleDouble, .double],
            keywords: words(
                """
                actor any as associatedtype async await borrowing break case catch class consuming continue convenience
                default defer deinit didSet do else enum extension fallthrough false fileprivate final for func get guard
                if import in indirect init inout internal is isolated lazy let mutating nil nonisolated nonmutating
                open operator optional override package precedencegroup private protocol public repeat required rethrows
                return self Self sending set some static struct subscript super switch throw throws true try typealias
                unowned var weak where while willSet
                """), variableMarks: "@#"),
        CodeLanguage(
            names: ["c", "h"], keywords: words(cWords + " NULL"), types: words(cTypes), variableMarks: "#"),
        CodeLanguage(
            names: ["cpp", "c++", "cc", "cxx", "hpp"],
            quotes: [Quote(open: "R\"(", close: ")\"", isLong: true, hasEscapes: false), .double, .single],
            keywords: words(
                cWords
                    + """
                     alignas alignof and catch class co_await co_return co_yield concept consteval constexpr constinit
                    const_cast decltype delete dynamic_cast explicit export false final friend import module mutable
                    namespace new noexcept not nullptr operator or override private protected public reinterpret_cast
                    requires static_assert static_cast template this throw true try typeid typename using virtual
                    """), types: words(cTypes + " bool string vector map unique_ptr shared_ptr"), variableMarks: "#"),
        CodeLanguage(
            names: ["csharp", "cs", "c#"], quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract as async await base break case catch checked class const continue default delegate do else enum
                event explicit extern false finally fixed for foreach get goto if implicit in init interface internal is
                lock nameof namespace new null operator out override params private protected public readonly record ref
                required return sealed set sizeof stackalloc static struct switch this throw true try typeof unchecked
                unsafe using value var virtual volatile when where while with yield
                """),
            types: words(
                "bool byte char decimal double dynamic float int long object sbyte short string uint ulong void")),
        CodeLanguage(
            names: ["java"], quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract assert break case catch class const continue default do else enum exports extends false final
                finally for if implements import instanceof interface module native new null package permits private
                protected public record requires return sealed static strictfp super switch synchronized this throw throws
                transient true try var volatile when while yield
                """), types: words("boolean byte char double float int long short void"), variableMarks: "@"),
        CodeLanguage(
            names: ["kotlin", "kt", "kts"], hasNestedComments: true, quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract actual annotation as break by catch class companion const constructor continue crossinline data
                do else enum expect external false final finally for fun get if import in infix init inline inner
                interface internal is it lateinit noinline null object open operator out override package private
                protected public reified return sealed set super suspend tailrec this throw true try typealias val var
                vararg when where while
                """), variableMarks: "@"),
        CodeLanguage(
            names: ["scala"], hasNestedComments: true, quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract case catch class def derives do else end enum export extends extension false final finally for
                given if implicit import inline lazy match new null object opaque override package private protected
                return sealed super then this throw trait transparent true try type using val var while with yield
                """), variableMarks: "@"),
        CodeLanguage(
            names: ["go", "golang"],
            quotes: [.double, .character, Quote(open: "`", close: "`", isLong: true, hasEscapes: false)],
            keywords: words(
                """
                break case chan const continue default defer else fallthrough false for func go goto if import interface
                iota map nil package range return select struct switch true type var
                """),
            types: words(
                """
                any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8
                uint16 uint32 uint64 uintptr
                """)),
        CodeLanguage(
            names: ["rust", "rs"], hasNestedComments: true,
            quotes: [
                Quote(open: "r#\"", close: "\"#", isLong: true, hasEscapes: false),
                Quote(open: "\"", close: "\"", isLong: true), .character,
            ],
            keywords: words(
                """
                as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod
                move mut pub ref return self Self static struct super trait true type union unsafe use where while
                """),
            types: words("bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize"),
            variableMarks: "'"),
        CodeLanguage(
            names: ["zig"], blockComments: [], quotes: [.double, .character],
            keywords: words(
                """
                align and anyerror async await break catch comptime const continue defer else enum errdefer error export
                extern false fn for if inline null or orelse packed pub return struct suspend switch test true try
                undefined union unreachable usingnamespace var volatile while
                """),
            types: words("bool f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 usize isize void type noreturn"),
            variableMarks: "@"),
        CodeLanguage(
            names: ["javascript", "js", "jsx", "mjs", "cjs", "node"], quotes: [.double, .single, .template],
            keywords: words(scriptWords), variableMarks: "@#"),
        CodeLanguage(
            names: ["typescript", "ts", "tsx", "mts"], quotes: [.double, .single, .template],
            keywords: words(
                scriptWords
                    + """
                     abstract as asserts declare enum implements infer interface is keyof module namespace override
                    private protected public readonly satisfies type
                    """), types: words("any bigint boolean never number object string symbol unknown void"),
            variableMarks: "@#"),
        CodeLanguage(
            names: ["dart"], quotes: [.tripleDouble, .tripleSingle, .double, .single],
            keywords: words(
                """
                abstract as assert async await base break case catch class const continue covariant default deferred do
                dynamic else enum export extends extension external factory false final finally for get if implements
                in import interface is late library mixin new null on operator part required rethrow return sealed set
                static super switch sync this throw true try typedef var when while with yield
                """), types: words("bool double int num void"), variableMarks: "@"),
        CodeLanguage(
            names: ["php"], lineComments: ["//", "#"],
            keywords: words(
                """
                abstract and array as break callable case catch class clone const continue declare default do echo else
                elseif enum extends false final finally fn for foreach function global goto if implements include
                include_once instanceof insteadof interface isset list match namespace new null or print private protected
                public readonly require require_once return static switch this throw trait true try unset use var while
                yield
                """), types: words("bool float int iterable mixed never object string void"), ignoresCase: true,
            variableMarks: "$"),
        CodeLanguage(
            names: ["css", "scss", "less"], keywords: words("and from important not only to"), hasCapitalTypes: false,
            variableMarks: "@$", wordMarks: "-", hasKeys: true),
    ]

    private static let cWords = """
        auto break case const continue default do else enum extern for goto if inline register restrict return sizeof
        static struct switch typedef union volatile while true false
        """
    private static let cTypes = """
        char double float int long short signed unsigned void size_t ssize_t int8_t int16_t int32_t int64_t uint8_t
        uint16_t uint32_t uint64_t uintptr_t intptr_t FILE
        """
    private static let scriptWords = """
        async await break case catch class const continue debugger default delete do else export extends false finally for
        from function get if import in instanceof let new null of return set static super switch this throw true try
        typeof undefined var void while with yield
        """
}
