"use client";
import { ChevronDown, ChevronUp, MoveHorizontal, RotateCw, Search as SearchIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { FileCard } from "../file-card";
import { ScrollArea } from "../scroll-area";
import { useZoom } from "../use-size";
import { useViewerKeys } from "../use-viewer-keys";
import { BarButton, ViewBar, type Zoom, ZoomButtons, zoomKeys } from "../view-bar";
import { ViewLoading } from "../view-states";
import type { ViewerFile } from "../viewer-file";
import type { Found } from "./find";
import { PasswordForm } from "./password-form";
import "./pdf.css";
import { PageField } from "./page-field";
import { PdfPage } from "./pdf-page";
import { pageBox, useCurrentPage } from "./use-current-page";
import { type PageSize, usePdf } from "./use-pdf";
import { type Search, useSearch } from "./use-search";

/** PDF document: pages rendered on scroll, with selectable and searchable text. */
export default function PdfView({ file }: { file: ViewerFile }) {
  const pdf = usePdf(file);
  if (pdf.state === "loading") return <ViewLoading />;
  if (pdf.state === "failed") return <FileCard file={file} reason={pdf.reason} onRetry={pdf.retry} />;
  if (pdf.state === "locked") return <PasswordForm wasWrong={pdf.wasWrong} onPassword={pdf.unlock} />;
  return <Pages label={file.name} document={pdf.document} firstPage={pdf.firstPage} />;
}

/** CSS pixels per point of a page at 100 %. */
const actual = 96 / 72;
/** Space beside a page. */
const margin = 32;
/** Maximum number of pages with a placeholder, limited by browser memory. */
const maxPages = 5_000;
const none: readonly Found[] = [];

interface PagesProps {
  label: string;
  document: PDFDocumentProxy;
  firstPage: PageSize;
}

function Pages({ label, document, firstPage }: PagesProps) {
  const t = useTranslations("viewer.pdf");
  const area = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const [rotation, setRotation] = useState(0);
  const width = rotation % 180 === 0 ? firstPage.width : firstPage.height;
  const { zoom, setZoom, zoomIn, zoomOut, fit } = useZoom(area, width * actual, 1.25, margin);
  const page = useCurrentPage(area);
  const search = useSearch(document, page);
  const current = search.found[search.current];
  const count = Math.min(document.numPages, maxPages);

  const goTo = useCallback((number: number) => {
    pageBox(area.current, number)?.scrollIntoView({ block: "start" });
  }, []);
  const follow = useCallback(
    async (destination: unknown) => {
      const index = await pageOf(document, destination);
      if (index !== undefined) goTo(index + 1);
    },
    [document, goTo],
  );
  // A page that is not rendered has no text to scroll to; it scrolls once rendered.
  useEffect(() => {
    if (current && !pageBox(area.current, current.page)?.querySelector("canvas")?.width) goTo(current.page);
  }, [current, goTo]);

  const closeSearch = () => {
    setSearchOpen(false);
    search.setPhrase("");
    area.current?.focus();
  };
  const tools = {
    zoomIn,
    zoomOut,
    actualSize: () => setZoom(1),
    fit,
    turn: () => setRotation((rotation + 90) % 360),
    search: () => {
      setSearchOpen(true);
      searchBox.current?.focus();
    },
  };
  useViewerKeys({
    ...zoomKeys(tools),
    "0": tools.fit,
    r: tools.turn,
    "/": tools.search,
    "Mod+f": tools.search,
  });

  return (
    <div className="relative flex size-full flex-col">
      {count < document.numPages && <Alert className="m-2">{t("cut", { count })}</Alert>}
      {isSearchOpen && <SearchBar ref={searchBox} search={search} onClose={closeSearch} />}
      <ScrollArea ref={area} label={label}>
        <div className="w-fit min-w-full px-4 pt-4 pb-20">
          {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              document={document}
              number={number}
              expected={firstPage}
              scale={zoom * actual}
              rotation={rotation}
              area={area}
              found={search.byPage.get(number) ?? none}
              current={current?.page === number ? current : undefined}
              onFollow={follow}
            />
          ))}
        </div>
      </ScrollArea>
      <PdfTools zoom={zoom} isSearchOpen={isSearchOpen} {...tools}>
        <PageField page={page} count={count} onChange={goTo} />
      </PdfTools>
    </div>
  );
}

interface PdfToolsProps extends Zoom, Record<"actualSize" | "fit" | "turn" | "search", () => void> {
  isSearchOpen: boolean;
  children: ReactNode;
}

function PdfTools({ isSearchOpen, children, actualSize, fit, turn, search, ...zoom }: PdfToolsProps) {
  const t = useTranslations("viewer.tools");
  const searchLabel = useTranslations("viewer.pdf")("search");
  return (
    <ViewBar label={t("document")}>
      {children}
      <ZoomButtons {...zoom} resetLabel={t("actualSize")} onReset={actualSize} />
      <BarButton label={t("fitWidth")} shortcut="0" onClick={fit}>
        <MoveHorizontal />
      </BarButton>
      <BarButton label={t("turnRight")} shortcut="r" onClick={turn}>
        <RotateCw />
      </BarButton>
      <BarButton label={searchLabel} shortcut="/" aria-expanded={isSearchOpen} onClick={search}>
        <SearchIcon />
      </BarButton>
    </ViewBar>
  );
}

interface SearchBarProps {
  ref: RefObject<HTMLInputElement | null>;
  search: Search;
  onClose: () => void;
}

function SearchBar({ ref, search, onClose }: SearchBarProps) {
  const t = useTranslations("viewer.pdf");
  const { phrase, setPhrase, found, current, isSearching, move } = search;
  return (
    <search className="flex shrink-0 items-center gap-1 border-b bg-surface px-2 py-1.5 sm:px-16">
      <div className="min-w-0 max-w-80 flex-1">
        <Input
          ref={ref}
          autoFocus
          type="search"
          data-own-escape=""
          icon={<SearchIcon />}
          aria-label={t("search")}
          value={phrase}
          onChange={({ target }) => setPhrase(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229) return;
            if (event.key === "Enter") move(event.shiftKey ? -1 : 1);
            if (event.key !== "Escape") return;
            onClose();
          }}
        />
      </div>
      <span role="status" className="min-w-16 px-1 text-center text-muted text-sm tabular-nums">
        {phrase.trim() !== "" && t("found", { index: current + 1, count: found.length })}
        {isSearching && " …"}
      </span>
      <BarButton label={t("previousMatch")} disabled={found.length === 0} onClick={() => move(-1)}>
        <ChevronUp />
      </BarButton>
      <BarButton label={t("nextMatch")} disabled={found.length === 0} onClick={() => move(1)}>
        <ChevronDown />
      </BarButton>
      <BarButton label={t("closeSearch")} onClick={onClose}>
        <X />
      </BarButton>
    </search>
  );
}

/** Returns the page index of a link within a document. */
async function pageOf(document: PDFDocumentProxy, destination: unknown): Promise<number | undefined> {
  try {
    const explicit =
      typeof destination === "string" ? await document.getDestination(destination) : destination;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : undefined;
    if (typeof target === "number") return target;
    return await document.getPageIndex(target as Parameters<typeof document.getPageIndex>[0]);
  } catch {
    // Broken link.
    return undefined;
  }
}
