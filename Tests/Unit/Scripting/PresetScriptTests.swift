import Foundation
import PagingEngine
import Scripting
import TestSupport
import Testing

/// The scenes in `Examples/presets`.
enum PresetScript {
    static let folder = Repository.file("Examples/presets")

    static func script(_ preset: Preset) throws -> Script {
        let file = "\(preset.rawValue).riffle.yaml"
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return try ScriptReader.read(text, file: file)
    }
}

/// The scene of every preset in `Examples/presets` plays offline and holds what it promises.
@Suite struct PresetScriptTests {
    @Test func everyPresetHasOne() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: PresetScript.folder.path).sorted()
        #expect(files == Preset.allCases.map { "\($0.rawValue).riffle.yaml" }.sorted())
    }

    @Test(arguments: Preset.allCases, [1, 5, 30])
    func itPlays(preset: Preset, latencyMilliseconds: Int64) throws {
        let script = try PresetScript.script(preset)
        #expect(script.room.preset == preset)
        var stage = try OfflineStage(script: script, seed: 1, latencyMilliseconds: latencyMilliseconds)
        stage.finish(by: Instant(milliseconds: 60_000))
        #expect(stage.isFinished && stage.failures.isEmpty, "\(stage.failures)")
        #expect((5_000...8_500).contains(stage.now.milliseconds), "\(stage.now.milliseconds) ms")
    }
}
