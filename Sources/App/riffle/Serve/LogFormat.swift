import ArgumentParser

enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text
    case json
}
