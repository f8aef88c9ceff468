import Foundation
import TestSupport
import Testing

@testable import riffle

/// The page as one text.
@Suite struct WebPageAssemblyTests {
    @Test func modulesBecomeOne() {
        let modules = ["export const a = 1;\n", "import { a } from \"./a.mjs\";\nexport function b() {}\n  export"]
        #expect(WebPage.joined(modules) == "const a = 1;\n\nfunction b() {}\n  export")
    }

    /// The list of `WebPage` in the order of the page's text: every file of the folder is in it once, and imports only
    /// from those before it. The modules themselves are what the build has put in, so no copy of them can be old.
    @Test func everyModuleIsInThePageBehindItsImports() throws {
        let folder = Repository.file("Sources/App/riffle/Serve/Web/Page")
        let page = String(decoding: WebPage.standard.html, as: UTF8.self)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mjs") }
        let modules = try names.map { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let joined = WebPage.joined([text])
            let found = page.ranges(of: joined)
            #expect(found.count == 1, "expected \(name) once in the page, got \(found.count): list it in WebPage")
            return (name: name, text: text, start: try #require(found.first).lowerBound)
        }
        #expect(modules.count > 8)
        for module in modules {
            for match in module.text.matches(of: /(?m)^import .* from "\.\/(.+)";$/) {
                let imported = try #require(modules.first { $0.name == match.1 }, "\(module.name) imports \(match.1)")
                #expect(imported.start < module.start, "\(module.name) imports \(match.1), which is behind it")
            }
        }
        let style = try String(contentsOf: folder.appendingPathComponent("page.css"), encoding: .utf8)
        #expect(page.contains(style))
    }

    /// In one module, two equal names at the top would be an error in the browser.
    @Test func namesOfModulesAreDifferent() {
        let page = String(decoding: WebPage.standard.html, as: UTF8.self)
        let names = page.matches(of: /(?m)^(?:const|let|class|function\*?) ([A-Za-z_]+)/).map { String($0.1) }
        #expect(names.count > 30)
        for (name, all) in Dictionary(grouping: names, by: { $0 }) where all.count > 1 {
            Issue.record("expected one \(name) at the top of all modules, got \(all.count)")
        }
    }

    @Test func thePageIsWhole() {
        let page = String(decoding: WebPage.standard.html, as: UTF8.self)
        #expect(page.utf8.count < 65_536)
        for word in [
            "STYLE", "SCRIPT", "\nimport ", "\nexport ", "innerHTML", "outerHTML", "insertAdjacentHTML",
            "document.write", "eval(", "http://", "https://",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.split(separator: "</script").count == 2 && page.split(separator: "</style").count == 2)
    }

    @Test func thePolicyNamesScriptAndStyle() {
        let page = WebPage(frame: "<style>STYLE</style><script>SCRIPT</script>", style: "a{}", modules: ["b()"])
        #expect(page.html == Array("<style>a{}</style><script>b()</script>".utf8))
        #expect(page.policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(page.policy.contains("style-src 'sha256-") && page.policy.contains("frame-ancestors 'none'"))
        let other = WebPage(frame: "<style>STYLE</style><script>SCRIPT</script>", style: "a{}", modules: ["c()"])
        #expect(other.policy != page.policy && other.tag != page.tag)
    }
}
