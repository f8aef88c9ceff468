import PagingContent
import PagingEngine

/// The texts of the parts.
extension StatusLine {
    /// `page 4 of 12`, `page 4 of 12, step 2 of 3`, `page -3`, `no pages`, or `loading` before the first pages come.
    package var placeText: String {
        switch place {
        case .none: isLoading ? "loading" : "no pages"
        case .listed(let number, let count): "page \(number) of \(count)\(stepText(" of "))"
        case .unbounded(let number): "page \(number)\(stepText(" of "))"
        }
    }

    /// `4 of 12, step 2 of 3`, `4/12, step 2/3`, `4/12`.
    var shorterPlaceTexts: [String] {
        switch place {
        case .none: []
        case .listed(let number, let count):
            ["\(number) of \(count)\(stepText(" of "))", "\(number)/\(count)\(stepText("/"))", "\(number)/\(count)"]
        case .unbounded(let number): ["\(number)\(stepText("/"))", "\(number)"]
        }
    }

    /// Empty for a page without steps.
    private func stepText(_ of: String) -> String { step.map { ", step \($0.number)\(of)\($0.count)" } ?? "" }

    /// `2 behind, =`.
    var shorterDetachedTexts: [String] {
        pagesBehind.map { [$0 == 0 ? "away, =" : "\($0.magnitude) \($0 > 0 ? "behind" : "ahead"), ="] } ?? []
    }

    var detachedText: String? {
        guard let pagesBehind else { return nil }
        let pages = pagesBehind.magnitude == 1 ? "1 page" : "\(pagesBehind.magnitude) pages"
        let place = pagesBehind == 0 ? "on your own" : pagesBehind > 0 ? "\(pages) behind" : "\(pages) ahead"
        return "\(place), = to return"
    }

    private static let tabColumns = 20

    static func cut(_ title: String) -> String {
        ColumnText.cut(title, columns: tabColumns, ellipsis: Borders.ascii.ellipsis)
    }

    /// `at 3.42`.
    var exactText: String? {
        guard let placeHundredths else { return nil }
        let sign = placeHundredths < 0 ? "-" : ""
        let (whole, rest) = placeHundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "at \(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    var phaseText: String {
        if isStripHeld { return "dragging the strip" }
        guard let percent = progressPercent else { return phase.rawValue }
        return phase == .dragging && percent >= 0 ? "dragging +\(percent)%" : "\(phase.rawValue) \(percent)%"
    }

    var connectionRole: ThemeRole? {
        switch connection {
        case .inStep: nil
        case .reconnecting: .statusWarning
        case .offline: .statusAlarm
        }
    }

    var connectionText: String {
        switch connection {
        case .inStep: "in step"
        case .reconnecting: "reconnecting"
        case .offline: "offline"
        }
    }
}

extension StatusLine {
    /// The part of the pages up to this one, in cells of a bar; nil where the number of pages has no end.
    func progress(cells: Int) -> Int? {
        guard case .listed(let number, let count) = place, count > 1 else { return nil }
        return Int((Int64(cells) * (number - 1) + Int64(count - 1) / 2) / Int64(count - 1))
    }
}
