import ArgumentParser

struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Issue and inspect the tokens of closed rooms.",
        discussion: """
            Examples:
              riffle token new-secret riffle.secret
              riffle token --secret-file riffle.secret --room talk --role member --expires 8h
              riffle token inspect --secret-file riffle.secret TOKEN
            """,
        subcommands: [TokenIssue.self, TokenInspect.self, TokenNewSecret.self], defaultSubcommand: TokenIssue.self)
}
