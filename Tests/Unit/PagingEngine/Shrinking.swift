import PagingEngine

/// A played script: concrete lines that can be played again without the generator.
struct Recording {
    let configuration: Configuration
    let order: PageOrder
    var lines: [Line] = []

    /// The first rule a fresh pager breaks when it plays these lines.
    var complaint: String? {
        var scene = Scene(configuration, order)
        for line in lines {
            scene.send(line.input, by: line.member, after: line.delay)
            if let complaint = scene.auditor.complaints.first { return complaint }
        }
        return nil
    }

    /// The lines needed to break the rule. A removed line adds its delay to the next one.
    var shrunk: Recording {
        var least = self
        var index = 0
        while index < least.lines.count {
            var shorter = least
            let taken = shorter.lines.remove(at: index)
            if index < shorter.lines.count { shorter.lines[index].delay += taken.delay }
            if shorter.complaint != nil { least = shorter } else { index += 1 }
        }
        return least
    }
}

extension Recording: CustomStringConvertible {
    var description: String {
        let script = lines.map { "+\($0.delay) ms, \($0.member.map { String($0.number) } ?? "nobody"): \($0.input)" }
        return (["\(configuration.preset), \(order.wrap), \(order.count) pages"] + script).joined(separator: "\n")
    }
}
