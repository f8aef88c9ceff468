/// Languages of data, of settings and of texts.
extension CodeLanguage {
    static let data: [CodeLanguage] = [
        CodeLanguage(
            names: ["json", "jsonc", "json5"], keywords: words("false null true"), hasCapitalTypes: false, hasKeys: true
        ),
        CodeLanguage(
            names: ["yaml", "yml"], lineComments: ["#"], blockComments: [], quotes: [.double, .raw],
            keywords: words("false no null off on true yes"), hasCapitalTypes: false, variableMarks: "&*!",
            wordMarks: "-/.",
            hasKeys: true, hasHashWords: true),
        CodeLanguage(
            names: ["toml"], lineComments: ["#"], blockComments: [],
            quotes: [.tripleDouble, .tripleSingle, .double, .raw], keywords: words("false inf nan true"),
            hasCapitalTypes: false, wordMarks: "-.", hasKeys: true),
        CodeLanguage(
            names: ["ini", "conf", "cfg", "properties", "dotenv", "systemd", "desktop"], lineComments: ["#", ";"],
            blockComments: [], quotes: [.double], keywords: words("false no true yes"), hasCapitalTypes: false,
            wordMarks: "-.", hasKeys: true, hasHashWords: true),
        CodeLanguage(
            names: ["nginx"], lineComments: ["#"], blockComments: [],
            keywords: words("events http if include location return rewrite server set upstream"),
            hasCapitalTypes: false,
            variableMarks: "$", hasHashWords: true),
        CodeLanguage(
            names: ["sql", "postgresql", "psql", "sqlite", "mysql"], lineComments: ["--"],
            quotes: [Quote(open: "'", close: "'", isLong: true, hasEscapes: false), .double],
            keywords: words(
                """
                add all alter and as asc begin between by cascade case check column commit conflict constraint create cross
                default delete desc distinct do drop else end except exists explain for foreign from full grant group
                having if ilike in index inner insert intersect into is join key lateral left like limit materialized not
                null nulls offset on or order outer over partition primary references returning revoke right rollback row
                rows select set table then to transaction trigger true false union unique update using values view when
                where window with
                """),
            types: words(
                """
                bigint bigserial boolean bytea char date decimal double float int integer interval json jsonb numeric real
                serial smallint text time timestamp timestamptz uuid varchar
                """), ignoresCase: true, hasCapitalTypes: false),
        CodeLanguage(
            names: ["graphql", "gql"], lineComments: ["#"], blockComments: [], quotes: [.tripleDouble, .double],
            keywords: words(
                "directive enum extend fragment implements input interface mutation on query scalar schema subscription type union"
            ), variableMarks: "$@"),
        CodeLanguage(
            names: ["protobuf", "proto"],
            keywords: words(
                "enum extend import message oneof option optional package repeated required returns rpc service syntax"),
            types: words("bool bytes double fixed32 fixed64 float int32 int64 map sint32 sint64 string uint32 uint64")),
        CodeLanguage(
            names: ["html", "xml", "svg", "vue", "svelte", "xhtml", "plist"], grammar: .markup, lineComments: [],
            blockComments: [Delimiters(open: "<!--", close: "-->")],
            quotes: [Quote(open: "\"", close: "\"", isLong: true, hasEscapes: false), .raw], wordMarks: "-:."),
        CodeLanguage(names: ["diff", "patch"], grammar: .changes, lineComments: [], blockComments: []),
        CodeLanguage(
            names: ["dockerfile", "docker", "containerfile"], lineComments: ["#"], blockComments: [],
            keywords: words(
                """
                add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume
                workdir
                """), ignoresCase: true, hasCapitalTypes: false, variableMarks: "$", wordMarks: "-", hasHashWords: true),
        CodeLanguage(
            names: ["makefile", "make", "mk"], lineComments: ["#"], blockComments: [],
            keywords: words("define else endef endif ifdef ifeq ifndef ifneq include override"), hasCapitalTypes: false,
            variableMarks: "$", wordMarks: "-.", hasKeys: true, hasHashWords: true),
        CodeLanguage(
            names: ["cmake"], lineComments: ["#"], blockComments: [],
            keywords: words(
                "and else elseif endforeach endfunction endif endmacro endwhile foreach function if macro not or while"),
            ignoresCase: true, hasCapitalTypes: false, variableMarks: "$"),
        CodeLanguage(
            names: ["hcl", "terraform", "tf"], lineComments: ["#", "//"],
            keywords: words("data false for if in locals module null output provider resource terraform true variable"),
            hasCapitalTypes: false, wordMarks: "-", hasKeys: true, hasHashWords: true),
        CodeLanguage(
            names: ["nix"], lineComments: ["#"], quotes: [Quote(open: "''", close: "''", isLong: true), .double],
            keywords: words("assert else false if import in inherit let null or rec then true with"),
            hasCapitalTypes: false,
            wordMarks: "-'", hasKeys: true),
        CodeLanguage(
            names: ["latex", "tex"], lineComments: ["%"], blockComments: [], quotes: [], hasCapitalTypes: false,
            variableMarks: "\\"),
    ]
}
