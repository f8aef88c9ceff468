import ArgumentParser
import FoundationEssentials
import Glibc
import PagingContent
import Scripting
import Support

/// Profiles by their names: the built-in ones, and files.
enum ProfileFile {
    /// The script with the profile that its target names, or that replaces it.
    ///
    /// - Parameter profile: the name or the path of the command line; nil: that of the script counts.
    /// - Throws: `FileError` when there is no such profile, or it does not parse, or the script's calls do not fit it;
    ///   `LoadOverrides.Problem` when the script has no plain target.
    static func resolved(_ script: Script, profile: String?) throws -> Script {
        guard let endpoint = script.load.plain else {
            guard profile == nil else {
                throw LoadOverrides.Problem(
                    description: "--profile: expected a script with a plain `target`, got one for a Riffle server")
            }
            return script
        }
        var script = script
        // A path on the command line is relative to the present folder, one in a script to the script.
        var use = endpoint.profileUse
        if let profile { use = (use ?? ProfileUse(name: profile)).named(profile) }
        if let use {
            let folder = profile == nil ? script.file : ""
            script.load.plain = endpoint.speaking(try read(use, besideScript: folder))
        }
        let problems = script.problems(with: script.load.plain?.profile)
        guard problems.isEmpty else { throw FileError(.content, description: "\(ScriptErrors(problems))") }
        return script
    }

    /// Errors in the profile that a script names, and in the script's calls of it.
    static func findings(in script: Script) -> [Finding] {
        guard let use = script.load.plain?.profileUse else {
            // The command line may name a profile.
            return []
        }
        do {
            return script.problems(with: try read(use, besideScript: script.file)).map { Finding($0) }
        } catch {
            return [Finding(.error, "\(error)", file: script.file, line: 1)]
        }
    }

    private static func read(_ use: ProfileUse, besideScript file: String) throws(FileError) -> Profile {
        let (path, text) = try source(of: use.name, besideScript: file)
        do {
            return try ProfileReader.read(text, file: path, values: use.values, userValues: use.userValues)
        } catch {
            throw FileError(.content, description: "\(error)")
        }
    }

    /// The name for messages and the text of a profile: a path has a slash or ends in .yaml, a name does not.
    private static func source(
        of name: String, besideScript file: String
    ) throws(FileError) -> (path: String, text: String) {
        guard name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
            if let text = BuiltInProfile.text(name) { return (name, text) }
            let names = BuiltInProfile.all.map(\.name)
            let nearest = Spelling.nearest(to: name, among: names).map { " (did you mean `\($0)`?)" } ?? ""
            throw FileError(
                name.printableLine,
                "expected a built-in profile (\(names.joined(separator: ", "))) or the path of a .yaml file\(nearest)",
                .content)
        }
        let folder = URL(fileURLWithPath: file.isEmpty || file == "-" ? "./-" : file).deletingLastPathComponent()
        let path = name.hasPrefix("/") ? name : folder.appendingPathComponent(name).relativePath
        return (path, try TextFile.read(path))
    }

    /// Prints the built-in profiles with their titles, or the text of one of them.
    static func show(_ name: String) throws {
        guard name.isEmpty else {
            guard let text = BuiltInProfile.text(name) else {
                let names = BuiltInProfile.all.map(\.name).joined(separator: ", ")
                throw ValidationError("--profiles: expected nothing or one of \(names), got \(name.printableLine)")
            }
            StandardStreams.write(Array(text.utf8), to: STDOUT_FILENO)
            return
        }
        for profile in BuiltInProfile.all {
            let read = try? ProfileReader.read(profile.text, file: profile.name)
            let state = read?.untested == nil ? "" : " (untested)"
            let padding = String(repeating: " ", count: max(1, 12 - profile.name.count))
            StandardStreams.print(profile.name + padding + (read?.title ?? "") + state)
        }
    }
}
