import ArgumentParser

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the completion script of a shell.",
        discussion: """
            In ~/.bashrc:
              source <(riffle completions bash)
            For zsh, in a folder of $fpath:
              riffle completions zsh > ~/.zsh/_riffle
            For fish:
              riffle completions fish > ~/.config/fish/completions/riffle.fish
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish

        var kind: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() {
        StandardStreams.print(Riffle.completionScript(for: shell.kind))
    }
}
