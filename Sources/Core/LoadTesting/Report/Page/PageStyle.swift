/// How a report looks: colours by the reader's choice of light or dark, and always light on paper.
enum PageStyle {
    static var text: String {
        ":root{color-scheme:light dark;\(light)}\n@media (prefers-color-scheme:dark){:root{\(dark)}}\n"
            + "\(page)\n\(tables)\n\(charts)\n@media print{:root{color-scheme:light;\(light)}\n\(print)}\n"
    }

    /// Percentiles are one hue, the farther out the stronger; corrected and naive are two hues that differ for every eye,
    /// and the naive one is dashed too.
    private static let light = """
        --paper:#f4f4f1;--card:#fdfdfc;--ink:#12120f;--soft:#55544f;--faint:#807e76;--grid:#e6e5df;--edge:#bdbcb4;
        --low:#7fb0ec;--middle:#2a78d6;--high:#0f3d7d;--most:#8a8880;--corrected:#2a78d6;--naive:#d9581f;
        --area:#2a78d61f;--bar:#c93434;--good:#0b7a0b;--goodwash:#e3f3e1;--bad:#b42323;--badwash:#fbe6e4;
        --warn:#8a5a00;--warnwash:#fdf0d2;
        """

    private static let dark = """
        --paper:#0e0e0d;--card:#1a1a18;--ink:#f5f4ef;--soft:#bdbbb2;--faint:#8e8c84;--grid:#2d2d2a;--edge:#4a4945;
        --low:#2f6db8;--middle:#5d9fec;--high:#c3dcfa;--most:#85837b;--corrected:#5d9fec;--naive:#f08a4b;
        --area:#5d9fec26;--bar:#e66767;--good:#58c458;--goodwash:#16301a;--bad:#f07c74;--badwash:#3a1a18;
        --warn:#f2bf52;--warnwash:#3a2c0c;
        """

    private static let page = """
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
        main{max-width:1240px;margin:0 auto;padding:32px 24px 48px}
        h1{font-size:28px;line-height:1.2;margin:0 0 12px;overflow-wrap:anywhere}
        h2{font-size:18px;margin:32px 0 10px}
        .meaning{margin:-6px 0 10px;color:var(--soft)}
        .outcome{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;margin:0 0 8px;padding:10px 14px;
        border-radius:8px;background:var(--warnwash)}
        .outcome b{color:var(--warn);text-transform:capitalize;font-size:17px}
        .outcome.passed{background:var(--goodwash)}.outcome.passed b{color:var(--good)}
        .outcome.failed{background:var(--badwash)}.outcome.failed b{color:var(--bad)}
        .facts{color:var(--soft);margin:0;overflow-wrap:anywhere}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:12px;margin:20px 0 0}
        .tiles div{display:flex;flex-direction:column;background:var(--card);border:1px solid var(--grid);
        border-radius:8px;padding:12px 14px}
        .tiles dd{margin:0;font-size:24px;font-weight:600;line-height:1.25}
        .tiles dt{color:var(--soft);font-size:13px}
        .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:0 20px}
        .pair>section{min-width:0}
        .failures{margin:0;padding:12px 14px 12px 32px;background:var(--card);border:1px solid var(--grid);
        border-radius:8px;overflow-wrap:anywhere}
        footer{margin-top:32px;color:var(--soft);font-size:13px;max-width:80ch}
        """

    private static let tables = """
        .sheet{overflow-x:auto;background:var(--card);border:1px solid var(--grid);border-radius:8px}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th,td{padding:7px 14px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
        thead th{color:var(--soft);font-weight:500;font-size:13px;border-bottom:1px solid var(--edge)}
        tbody tr+tr>*{border-top:1px solid var(--grid)}
        tbody th{font-weight:600}
        .figures th,.figures td{white-space:nowrap}
        .figures th:not(:first-child),.figures td{text-align:right}
        .held td:last-child{color:var(--good)}
        .broken td:last-child{color:var(--bad);font-weight:600}
        """

    private static let charts = """
        .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:16px}
        figure{margin:0;min-width:0;background:var(--card);border:1px solid var(--grid);border-radius:8px;padding:12px 14px}
        figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;margin-bottom:4px}
        .keys{display:flex;flex-wrap:wrap;gap:2px 14px;color:var(--soft);font-size:13px}
        .key{display:inline-flex;align-items:center;gap:6px}
        .swatch{width:18px;height:0;border-top:2.5px solid}
        .swatch.naive,.swatch.most{border-top-style:dashed}
        .canvas{overflow-x:auto;display:grid;grid-template-columns:max-content minmax(400px,1fr);gap:6px 8px;
        color:var(--soft);font-size:12px;line-height:1.2}
        .canvas p{margin:0}
        .over,.under{grid-column:1/3}.over{padding-bottom:.5em}.under{text-align:end}
        .up,.across{display:grid}.up span,.across span{grid-area:1/1;position:relative}
        .up span{justify-self:end;align-self:start;height:0;top:var(--at);display:flex;align-items:center}
        .across{grid-column:2}.across span{justify-self:start;width:0;left:var(--at);display:flex;justify-content:center}
        .across .first,.across .last{width:auto}.across .last{justify-self:end;left:0}
        svg{display:block;width:100%;height:auto;overflow:visible}
        svg text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:var(--soft)}
        svg .grid{stroke:var(--grid)}svg .axis{stroke:var(--edge)}
        .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
        .low{stroke:var(--low);border-color:var(--low)}.line.middle,.swatch.middle{stroke:var(--middle);border-color:var(--middle)}
        .high{stroke:var(--high);border-color:var(--high)}
        .most{stroke:var(--most);border-color:var(--most)}.line.most{stroke-width:1.25;stroke-dasharray:3 3}
        .corrected{stroke:var(--corrected);border-color:var(--corrected)}
        .naive{stroke:var(--naive);border-color:var(--naive)}.line.naive{stroke-dasharray:6 4}
        circle.line{stroke-dasharray:none}
        .area{fill:var(--area)}.bar{fill:var(--bar)}
        .warmup{fill:var(--grid);opacity:.6}
        .command{fill:var(--bad);opacity:.6}.hover{fill:transparent}.hover:hover{fill:var(--area)}
        """

    private static let print = """
        @page{margin:14mm}
        body{background:none;font-size:10pt}
        main{max-width:none;padding:0}
        h2{margin-top:18px;break-after:avoid}
        figure,tr,.tiles div,header{break-inside:avoid}
        .meaning{break-after:avoid}
        .charts{grid-template-columns:1fr 1fr;gap:8px}
        .pair{grid-template-columns:1fr 1fr}
        .tiles{grid-template-columns:repeat(3,1fr)}
        .canvas{grid-template-columns:max-content minmax(0,1fr)}
        th,td{padding:4px 8px}
        .sheet,.canvas{overflow:visible}
        *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
        """
}
