import ArgumentParser

/// The options for protocols on top of WebSocket.
struct ProfileOptions: ParsableArguments {
    @Option(
        help:
            "Protocol on top of WebSocket that a script with a plain target speaks, in place of that of the script: a built-in name, or the path of a profile."
    )
    var profile: String?

    @Flag(name: .customLong("profiles"), help: "List the built-in profiles, or print the one that is named.")
    var areListed = false
}
