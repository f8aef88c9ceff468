import ArgumentParser

@main
struct Riffle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "riffle", abstract: "A shared pager: everybody in a room sees the same page, to the column.")
}
