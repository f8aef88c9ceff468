/// Languages of scripts and of functions.
extension CodeLanguage {
    static let dynamic: [CodeLanguage] = [
        CodeLanguage(
            names: ["python", "py", "python3"], lineComments: ["#"], blockComments: [],
            quotes: [.tripleDouble, .tripleSingle, .double, .single],
            keywords: words(
                """
                and as assert async await break case class continue def del elif else except False finally for from global
                if import in is lambda match None nonlocal not or pass raise return self True try type while with yield
                """), types: words("bool bytes dict float int list object set str tuple"), variableMarks: "@"),
        CodeLanguage(
            names: ["ruby", "rb"], lineComments: ["#"], blockComments: [Delimiters(open: "=begin", close: "=end")],
            keywords: words(
                """
                alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not
                or private protected public raise redo require require_relative rescue retry return self super then true
                undef unless until when while yield attr_accessor attr_reader
                """), variableMarks: "@$:", wordMarks: "?!"),
        CodeLanguage(
            names: ["bash", "sh", "shell", "zsh", "console", "shell-session"], lineComments: ["#"], blockComments: [],
            quotes: [Quote(open: "\"", close: "\"", isLong: true), .raw],
            keywords: words(
                """
                break case continue do done elif else esac exit export fi for function if in local readonly return select
                set shift source then trap unset until while
                """), hasCapitalTypes: false, variableMarks: "$", wordMarks: "-", hasHashWords: true),
        CodeLanguage(
            names: ["fish"], lineComments: ["#"], blockComments: [],
            quotes: [Quote(open: "\"", close: "\"", isLong: true), .raw],
            keywords: words(
                "and begin break case continue else end exit for function if in not or return set switch while"),
            hasCapitalTypes: false, variableMarks: "$", wordMarks: "-", hasHashWords: true),
        CodeLanguage(
            names: ["powershell", "ps1", "pwsh"], lineComments: ["#"],
            blockComments: [Delimiters(open: "<#", close: "#>")],
            quotes: [.double, .raw],
            keywords: words(
                """
                begin break catch class continue do else elseif end exit filter finally for foreach function if in param
                process return switch throw trap try until using while
                """), ignoresCase: true, variableMarks: "$", wordMarks: "-"),
        CodeLanguage(
            names: ["perl", "pl"], lineComments: ["#"], blockComments: [],
            keywords: words(
                """
                and bless die do else elsif eq for foreach if last local my ne next no not or our package print redo
                require return say sub unless until use wantarray while
                """), hasCapitalTypes: false, variableMarks: "$@%"),
        CodeLanguage(
            names: ["lua"], lineComments: ["--"], blockComments: [Delimiters(open: "--[[", close: "]]")],
            quotes: [Quote(open: "[[", close: "]]", isLong: true, hasEscapes: false), .double, .single],
            keywords: words(
                """
                and break do else elseif end false for function goto if in local nil not or repeat return self then true
                until while
                """), hasCapitalTypes: false),
        CodeLanguage(
            names: ["r"], lineComments: ["#"], blockComments: [],
            keywords: words(
                "break else FALSE for function if in Inf library NA NaN next NULL repeat return TRUE while"),
            hasCapitalTypes: false, wordMarks: "."),
        CodeLanguage(
            names: ["julia", "jl"], lineComments: ["#"], blockComments: [Delimiters(open: "#=", close: "=#")],
            quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract baremodule begin break catch const continue do else elseif end export false finally for function
                global if import in let local macro module mutable nothing quote return struct true try using where while
                """), variableMarks: "@"),
        CodeLanguage(
            names: ["nim"], lineComments: ["#"], blockComments: [], quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                and as block break case const continue converter defer discard div do elif else end enum except export
                false finally for from func if import in include is iterator let macro method mod nil not object of or
                proc raise ref result return shl shr template true try tuple type var when while yield
                """), types: words("bool char float int seq string")),
    ]

    static let functional: [CodeLanguage] = [
        CodeLanguage(
            names: ["haskell", "hs"], lineComments: ["--"], blockComments: [Delimiters(open: "{-", close: "-}")],
            hasNestedComments: true, quotes: [.double, .character],
            keywords: words(
                """
                as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr
                instance let module newtype of qualified then type where
                """), wordMarks: "'"),
        CodeLanguage(
            names: ["ocaml", "ml"], lineComments: [], blockComments: [Delimiters(open: "(*", close: "*)")],
            hasNestedComments: true, quotes: [.double, .character],
            keywords: words(
                """
                and as assert begin class do done else end exception external false for fun function functor if in include
                let match method module mutable new object of open rec sig struct then to true try type val when while
                with
                """), wordMarks: "'"),
        CodeLanguage(
            names: ["fsharp", "fs", "f#"], blockComments: [Delimiters(open: "(*", close: "*)")],
            quotes: [.tripleDouble, .double, .character],
            keywords: words(
                """
                abstract and as async begin class default do done elif else end exception false finally for fun function if
                in inherit inline interface internal let match member module mutable namespace new null of open or
                override private public rec return static struct then to true try type use val when while with yield
                """)),
        CodeLanguage(
            names: ["elixir", "ex", "exs"], lineComments: ["#"], blockComments: [],
            quotes: [.tripleDouble, .double, .single],
            keywords: words(
                """
                after alias and case catch cond def defmodule defp defmacro defstruct do else end false fn for if import
                in nil not or quote raise receive rescue require true try unless unquote use when with
                """), variableMarks: "@:", wordMarks: "?!"),
        CodeLanguage(
            names: ["erlang", "erl"], lineComments: ["%"], blockComments: [],
            keywords: words("after andalso begin case catch end fun if not of orelse receive try when"),
            variableMarks: "?"),
        CodeLanguage(
            names: ["clojure", "clj"], lineComments: [";"], blockComments: [],
            quotes: [Quote(open: "\"", close: "\"", isLong: true)],
            keywords: words(
                """
                and case cond def defmacro defn defn- defrecord do doseq false fn for if if-let let loop nil not ns or recur
                require true try when when-let
                """), hasCapitalTypes: false, variableMarks: ":", wordMarks: "-?!*<>"),
        CodeLanguage(
            names: ["lisp", "scheme", "elisp", "racket"], lineComments: [";"],
            blockComments: [Delimiters(open: "#|", close: "|#")],
            quotes: [Quote(open: "\"", close: "\"", isLong: true)],
            keywords: words(
                """
                and begin case cond define defmacro defun defvar do else if lambda let let* letrec nil not or progn quote
                set! setq t unless when
                """), hasCapitalTypes: false, wordMarks: "-?!*<>="),
    ]
}
