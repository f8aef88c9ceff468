import ArgumentParser
import Tokens

struct TokenNewSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-secret",
        abstract: "Write a new secret file, which closes a server's rooms.",
        discussion: """
            The file has one secret a line, hs256:BASE64, eddsa-private:BASE64 or eddsa-public:BASE64, and # before
            remarks. There may be two: the first that can sign does, both are good for checking. To change a secret put
            the new line first, and take the old line away once its last token has expired.

            With --eddsa the line for servers that only check is printed.
            """)

    @Argument(help: "The file to write; it must not exist.")
    var file: String

    @Flag(help: "An Ed25519 key pair instead of a shared secret.")
    var eddsa = false

    func run() throws {
        try ExitStatus.orEnd("riffle token") {
            let secret = try TokenSecret(fresh: eddsa ? .eddsa : .hs256)
            try SecretFile.create(path: file, secret: secret)
            if let line = secret.publicLine { StandardStreams.print(line) }
        }
    }
}
