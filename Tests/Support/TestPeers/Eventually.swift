package import Foundation

/// The longest that a test waits for an event.
///
/// Waits return as soon as the event has come, so a generous limit costs nothing on a healthy machine. Only a broken
/// program, or a machine that stands still, reaches it.
package enum WaitLimit {
    package static let seconds = 180.0

    package static var milliseconds: Int { Int(seconds * 1_000) }
    package static var deadline: Date { Date(timeIntervalSinceNow: seconds) }
}

/// An expected event that did not come within the limit.
package struct WaitTimeout: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String, seconds: Double, instead: String) {
        description = "expected \(what) within \(seconds) s" + (instead.isEmpty ? "" : ", got \(instead)")
    }
}

/// Waits until `condition` holds and looks again every few milliseconds. Throws when it does not hold within the limit.
///
/// - Parameters:
///   - what: the expected state, for the error.
///   - instead: the state at the end, for the error.
package func eventually(
    _ what: @autoclosure () -> String, within seconds: Double = WaitLimit.seconds,
    instead: @autoclosure () -> String = "", _ condition: () throws -> Bool
) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !condition() {
        guard Date() < deadline else { throw WaitTimeout(what(), seconds: seconds, instead: instead()) }
        Thread.sleep(forTimeInterval: 0.005)
    }
}
