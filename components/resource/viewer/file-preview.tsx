"use client";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { PortalContainer, usePortalElement } from "@/components/ui/portal";
import { FileView } from "./file-view";
import { ViewLoading } from "./view-states";
import { isDrawing, previewOf, type ViewerFile } from "./viewer-file";

interface FilePreviewProps {
  file: ViewerFile;
  /** Opens the viewer. */
  onEnlarge: () => void;
}

/** Content of a file within its record. */
export default function FilePreview({ file, onEnlarge }: FilePreviewProps) {
  const [box, setBox] = usePortalElement();
  const preview = previewOf(file);
  const [failed, setFailed] = useState<string>();
  if (preview === "image" && failed !== file.id)
    return <Picture key={file.id} file={file} onEnlarge={onEnlarge} onFail={() => setFailed(file.id)} />;
  return (
    // The keys of the view apply within it, not in the whole record. On phones its toolbar fits above the bar of sub-tabs.
    <div
      ref={setBox}
      className={
        preview === "audio" ? "h-24" : "relative h-[min(65vh,560px)] overflow-hidden max-md:h-[50svh]"
      }
    >
      <PortalContainer element={box}>
        <Suspense fallback={<ViewLoading />}>
          <FileView key={file.id} file={file} />
        </Suspense>
      </PortalContainer>
    </div>
  );
}

/** A picture that fits, without zoom: gestures scroll the record. */
function Picture({ file, onEnlarge, onFail }: FilePreviewProps & { onFail: () => void }) {
  const t = useTranslations("viewer");
  const { thumbnail, original } = file.addresses;
  // An SVG is shown only if its thumbnail could be rendered, within limits that browsers lack.
  const [isDrawable, setDrawable] = useState(!isDrawing(file));
  const label = t("enlarge", { name: file.name });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onEnlarge}
      className="flex min-h-48 w-full cursor-zoom-in items-center justify-center p-2 focus-visible:-outline-offset-2"
    >
      {/* biome-ignore lint/performance/noImgElement: the API stores pictures as they are */}
      <img
        src={isDrawable ? original : thumbnail}
        alt=""
        onLoad={() => setDrawable(true)}
        onError={onFail}
        className="max-h-[min(65vh,560px)] max-w-full bg-white object-contain shadow-float"
      />
    </button>
  );
}
