"use client";
import { Maximize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { SectionCard } from "@/components/resource/form/section-card";
import type { DisplayType } from "@/components/resource/values/display-type";
import { DisplayValue } from "@/components/resource/values/display-value";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

/** Sample values of the display types; the last ones are edge cases. */
const examples: readonly (readonly [DisplayType, unknown])[] = [
  ["text", "Ada Lovelace"],
  ["date", "2026-03-01"],
  ["file", { name: "report.pdf", size: 1_572_864 }],
  ["none", "hidden"],
  [
    "html",
    '<h2>Quarter</h2><p>Up by <strong>4 %</strong>, see <a href="https://example.com/">the report</a>.</p><script>alert(1)</script><form><button>Send</button></form><ul><li>North</li><li>South</li></ul>',
  ],
  ["dateTime", "2026-03-01T08:30:00.000Z"],
  ["attribute", { attributeName: "Insured", attributeType: "Boolean", value: true }],
  ["any", 1234.5],
  ["any", ["One", "Two"]],
  ["archived", "2026-03-01T08:30:00.000Z"],
  ["boolean", false],
  ["textarea", "First line\nSecond line"],
  ["time", "14:05"],
  ["attachment", { attachmentId: "1", fileName: "photo.jpg" }],
  ["date", ""],
  ["date", "31.02.2026"],
];

// Loaded on demand, when something is enlarged.
const Viewer = lazyPart(() => import("@/components/ui/viewer"));

export function DisplayTypes() {
  const t = useTranslations("playground.fields");
  const [enlarged, setEnlarged] = useState<number>();
  const [type, value] = examples[enlarged ?? 0] ?? ["none"];
  return (
    <SectionCard title={t("display")} titleId="playground-display">
      <Suspense>
        {enlarged !== undefined && (
          <Viewer
            open
            onOpenChange={() => setEnlarged(undefined)}
            title={type}
            at={{ index: enlarged, count: examples.length }}
            onMove={setEnlarged}
          >
            <div className="mx-auto max-w-prose px-16 py-10 text-lg">
              <DisplayValue type={type} value={value} />
            </div>
          </Viewer>
        )}
      </Suspense>
      <div className="overflow-x-auto">
        <table className="w-full min-w-lg table-fixed text-sm">
          <thead className="text-left text-muted text-xs">
            <tr>
              <th scope="col" className="w-28 py-2 pr-3 font-medium">
                {t("type")}
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                {t("value")}
              </th>
              <th scope="col" className="py-2 font-medium">
                {t("shown")}
              </th>
              <th scope="col" className="w-9">
                <VisuallyHidden>{t("enlarge")}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.map(([type, value], index) => (
              <tr key={`${type} ${JSON.stringify(value)}`} className="border-t align-top">
                <th scope="row" className="py-2 pr-3 text-left font-medium">
                  {type}
                </th>
                <td className="break-all py-2 pr-3 font-mono text-muted text-xs">{JSON.stringify(value)}</td>
                <td className="break-words py-2">
                  <DisplayValue type={type} value={value} />
                </td>
                <td className="py-1 text-right">
                  <IconButton size="sm" label={t("enlarge")} onClick={() => setEnlarged(index)}>
                    <Maximize2 />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
