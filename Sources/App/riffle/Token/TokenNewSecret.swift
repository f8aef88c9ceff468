import ArgumentParser
import Tokens

struct TokenNewSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-secret",
        abstract: "Write a new secret file; with it, a server requires tokens.",
        discussion: """
            The file has one secret per line, hs256:BASE64, eddsa-private:BASE64 or eddsa-public:BASE64, and comments \
            that begin with #. It may have two secrets: the first that can sign signs, and tokens of both are accepted. \
            To change a secret, add the new line at the top and remove the old line when its last token has expired.

            With --eddsa, prints the line for servers that only check tokens.
            """)

    @Argument(help: "Path of the new file; it must not exist.")
    var file: String

    @Flag(help: "Create an Ed25519 key pair instead of a shared secret.")
    var eddsa = false

    func run() throws {
        try ExitStatus.orEnd("riffle token") {
            let secret = try TokenSecret(fresh: eddsa ? .eddsa : .hs256)
            try SecretFile.create(path: file, secret: secret)
            if let line = secret.publicLine { StandardStreams.print(line) }
        }
    }
}
