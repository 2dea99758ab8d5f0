"use client";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import type { ViewerFile } from "@/components/resource/viewer/viewer-file";
import { Button } from "@/components/ui/button";
import { usePrefix } from "@/lib/client/tabs/prefix";

const FileViewer = lazyPart(() => import("@/components/resource/viewer/file-viewer"));
const ImageEditor = lazyPart(() => import("@/components/resource/viewer/editor/image-editor"));

/** Files of `public/samples` with sizes, and two without a file. */
const samples: readonly (readonly [string, ViewerFile["kind"], number])[] = [
  ["landscape.png", "Image", 7_474],
  ["shapes.svg", "Image", 313],
  ["report.pdf", "Document", 1_348],
  ["letter.docx", "Document", 1_837],
  ["figures.xlsx", "Document", 3_155],
  ["message.msg", "Other", 4_608],
  ["notes.txt", "Document", 82],
  ["settings.json", "Other", 58],
  ["files.zip", "Other", 343],
  ["tone.wav", "Audio", 8_044],
  ["slides.pptx", "Document", 0],
  ["example.com", "Link", 0],
];

/** One file of each kind, to view and annotate (AT-01, AT-03); nothing is stored. */
export default function SampleFiles() {
  const t = useTranslations("playground.files");
  const title = useTranslations("playground")("title");
  const prefix = usePrefix();
  const [index, setIndex] = useState<number>();
  const [edited, setEdited] = useState<ViewerFile>();
  const [drawn, setDrawn] = useState<Blob>();
  const files = samples.map(([name, kind, size]): ViewerFile => {
    const address = `${prefix}/samples/${name}`;
    return {
      id: name,
      name,
      kind,
      size,
      extension: kind === "Link" ? "" : name.slice(name.lastIndexOf(".")),
      addresses: {
        thumbnail: name.endsWith(".svg") ? address : undefined,
        original: address,
        stream: address,
        download: size > 0 ? address : undefined,
      },
      url: kind === "Link" ? `https://${name}/` : undefined,
    };
  });
  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{title}</h1>
      <SectionCard title={t("title")} titleId="playground-files">
        <div className="flex flex-wrap gap-2">
          {files.map(({ name }, at) => (
            <Button key={name} onClick={() => setIndex(at)}>
              {name}
            </Button>
          ))}
        </div>
        {drawn && <Drawn picture={drawn} />}
      </SectionCard>
      <Suspense>
        {index !== undefined && !edited && (
          <FileViewer
            files={files}
            index={index}
            onIndexChange={setIndex}
            onClose={() => setIndex(undefined)}
            onEdit={setEdited}
          />
        )}
        {edited && (
          <ImageEditor
            file={edited}
            onSave={async (picture) => {
              setDrawn(picture);
              setIndex(undefined);
            }}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </SectionsColumn>
  );
}

function Drawn({ picture }: { picture: Blob }) {
  const t = useTranslations("playground.files");
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  // biome-ignore lint/performance/noImgElement: a local object URL
  return address && <img src={address} alt={t("drawn")} className="mt-4 max-h-60 rounded border" />;
}
