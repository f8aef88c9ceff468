import ArgumentParser

struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what lets a shell complete commands and options.",
        discussion: """
            bash:  source <(riffle completions bash)          (in ~/.bashrc)
            zsh:   riffle completions zsh > ~/.zsh/_riffle    (a folder of $fpath)
            fish:  riffle completions fish > ~/.config/fish/completions/riffle.fish
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
