"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { openOfficeFile } from "../office-package";
import { ScrollArea } from "../scroll-area";
import { useLoaded } from "../use-loaded";
import { useZoom } from "../use-size";
import { useViewerKeys } from "../use-viewer-keys";
import { ViewBar, ZoomButtons, zoomKeys } from "../view-bar";
import { LoadedView } from "../view-states";
import type { ViewerFile } from "../viewer-file";
import { renderWord, type WordPages } from "./render-word";

/** Word document, page by page, similar to Word's layout. */
export default function WordView({ file }: { file: ViewerFile }) {
  const loaded = useLoaded(
    file.addresses.original,
    async (signal) => renderWord(await openOfficeFile(file, signal)),
    release,
  );
  return (
    <LoadedView file={file} loaded={loaded}>
      {(pages) => <Pages label={file.name} pages={pages} />}
    </LoadedView>
  );
}

const release = (pages: WordPages) => pages.release();

/** Width of an A4 page with padding. */
const usualWidth = 860;

function Pages({ label, pages }: { label: string; pages: WordPages }) {
  const t = useTranslations("viewer.tools");
  const area = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);

  // In a shadow root, which isolates its styles from ours.
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    root.replaceChildren(...pages.nodes);
    const follow = (event: Event) => {
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
      const address = link?.getAttribute("href") ?? "";
      if (!address.startsWith("#")) return;
      // Scrolls within the document, without changing the app's address.
      event.preventDefault();
      root.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView();
    };
    root.addEventListener("click", follow);
    return () => {
      root.removeEventListener("click", follow);
      root.replaceChildren();
    };
  }, [pages]);
  const { fit, ...zoom } = useZoom(area, usualWidth, 1);
  useViewerKeys({ ...zoomKeys(zoom), "0": fit });
  return (
    <div className="relative flex size-full flex-col">
      <ScrollArea ref={area} label={label}>
        {/* Clips the document's content; its styles can affect only the host. */}
        <div
          data-pages=""
          style={{ zoom: zoom.zoom }}
          className="relative min-h-full w-fit min-w-full isolate contain-content"
        >
          <div ref={host} />
        </div>
      </ScrollArea>
      <ViewBar label={t("document")}>
        <ZoomButtons {...zoom} resetLabel={t("fitWidth")} onReset={fit} />
      </ViewBar>
    </div>
  );
}
