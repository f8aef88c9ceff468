import Foundation
import PagingEngine
import TestSupport
import Testing

/// Seeded scripts of three members under audit. A failure names its seed and shows the script, shrunk.
///
/// `PAGING_SEEDS=1000000 swift test --filter RandomTests` plays more; `PAGING_SEEDS=186-186` plays one again.
@Suite struct RandomTests {
    static let configurations = Preset.allCases.map { Configuration($0) } + variants

    /// Presets with one or two fields set to rare values.
    private static var variants: [Configuration] {
        var wide = Configuration(.threePagePredicted)
        wide.maximumStep = 3
        wide.windowSlots = 7
        var clamped = Configuration(.threePagePredicted)
        clamped.edge = .clamp
        var slow = Configuration(.threePagePredicted)
        slow.settle = .spring(responseMilliseconds: 3_000)
        slow.grabWhileSettling = .sameHolder
        var instant = Configuration(.threePage)
        instant.settle = .linear(durationMilliseconds: 0)
        instant.grabWhileSettling = .nobody
        return [wide, clamped, slow, instant]
    }

    private static let seeds: Range<UInt64> = {
        let asked = ProcessInfo.processInfo.environment["PAGING_SEEDS"] ?? "\(Effort.rounds(4_000, of: 20_000))"
        let bounds = asked.split(separator: "-").compactMap { UInt64($0) }
        guard bounds.count == 2, bounds[0] <= bounds[1] else { return 0..<(bounds.first ?? 4_000) }
        return bounds[0]..<bounds[1] + 1
    }()

    @Test func everyRuleHoldsAfterEveryInput() {
        for seed in Self.seeds {
            var writer = ScriptWriter(seed: seed)
            var recording = Recording(
                configuration: writer.configuration(among: Self.configurations), order: writer.order())
            var scene = Scene(recording.configuration, recording.order)
            for _ in 0..<40 {
                let line = writer.line(scene.pager)
                recording.lines.append(line)
                scene.send(line.input, by: line.member, after: line.delay)
                if !scene.auditor.complaints.isEmpty { break }
            }
            if let complaint = scene.auditor.complaints.first {
                Issue.record("seed \(seed): \(complaint)\n\(recording.shrunk)")
            }
            scene.milliseconds = max(scene.milliseconds, scene.pager.now.milliseconds)
            scene.waitForRest()
            let name = scene.pager.phase.name
            #expect(name == .idle || name == .empty, "seed \(seed): no input and enough time, but \(name)")
        }
    }

    /// The same inputs give the same state and outputs, whatever ticks come between them.
    @Test func extraTicksChangeNothing() {
        for seed in Self.seeds.prefix(1_500) {
            var writer = ScriptWriter(seed: seed)
            let configuration = writer.configuration(among: Self.configurations)
            var pager = Pager(configuration: configuration, order: writer.order(), now: Instant(milliseconds: 0))
            var watched = pager
            var outputs: [Output] = []
            var watchedOutputs: [Output] = []
            var milliseconds: Int64 = 0
            for _ in 0..<40 {
                let line = writer.line(pager)
                for look in stride(from: milliseconds, to: milliseconds + line.delay, by: 7) {
                    watched.handle(.tick, by: nil, at: Instant(milliseconds: look), into: &watchedOutputs)
                }
                milliseconds += line.delay
                pager.handle(line.input, by: line.member, at: Instant(milliseconds: milliseconds), into: &outputs)
                watched.handle(
                    line.input, by: line.member, at: Instant(milliseconds: milliseconds), into: &watchedOutputs)
            }
            #expect(pager == watched, "seed \(seed)")
            #expect(outputs == watchedOutputs, "seed \(seed)")
        }
    }

    /// Reversing a finite row and all directions reverses the outputs and changes nothing else.
    @Test func mirroredInputsGiveMirroredPages() {
        for seed in Self.seeds.prefix(2_000) {
            var writer = ScriptWriter(seed: seed, mirrorable: true)
            // Half way between two pages belongs to the higher one, so a pager that may rest there has no mirror image.
            let configuration = writer.configuration(among: Self.configurations.filter { !$0.isFree })
            let finite = seed % 2 == 0
            let order = finite ? PageOrder.named("abcde") : .unbounded
            let last: Int64 = finite ? 4 : 0
            var scene = Scene(configuration, order)
            var mirrored = Scene(configuration, order)
            mirrored.send(.jump(PageIndex(last), animated: false))
            for _ in 0..<40 {
                let line = writer.line(scene.pager)
                scene.send(line.input, by: line.member, after: line.delay)
                mirrored.send(line.input.mirrored(last: last), by: line.member, after: line.delay)
                #expect(mirrored.pager.settled.value == last - scene.pager.settled.value, "seed \(seed)")
                #expect(mirrored.pager.target.value == last - scene.pager.target.value, "seed \(seed)")
                #expect(
                    mirrored.pager.position.units == last * 65_536 - scene.pager.position.units, "seed \(seed)")
                #expect(mirrored.pager.phase.name == scene.pager.phase.name, "seed \(seed)")
            }
        }
    }
}

extension Input {
    /// The same input from the other side of a row whose last page is `last`.
    func mirrored(last: Int64) -> Input {
        switch self {
        case .dragMoved(let id, let way): .dragMoved(id, by: -way)
        case .dragEnded(let id, let way, let velocity):
            .dragEnded(id, by: -way, velocity: Velocity(unitsPerSecond: -velocity.unitsPerSecond))
        case .step(let direction, let page):
            .step(direction == .back ? .forward : .back, from: PageIndex(last - page.value))
        case .jump(let page, let animated): .jump(PageIndex(last - page.value), animated: animated)
        default: self
        }
    }
}
