"use client";
import { useTranslations } from "next-intl";
import { type PDFDocumentProxy, RenderingCancelledException } from "pdfjs-dist/legacy/build/pdf.mjs";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { type DrawnPage, drawPage, linksOf, type PageLink } from "./draw-page";
import { type Found, rangeOf } from "./find";
import { pageItems } from "./page-items";
import { type PageSize, sizeOf } from "./use-pdf";

export interface PdfPageProps {
  document: PDFDocumentProxy;
  /** Starting at 1. */
  number: number;
  /** Until its own size is known. */
  expected: PageSize;
  scale: number;
  /** Rotation by the user in degrees. */
  rotation: number;
  /** Scroll container. */
  area: RefObject<HTMLElement | null>;
  /** Matches on this page. */
  found: readonly Found[];
  current: Found | undefined;
  onFollow: (destination: unknown) => void;
}

/** A page, rendered while on screen or close to it; others are empty boxes of the same size. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { document, number, expected, scale, rotation, area } = props;
  const t = useTranslations("viewer.pdf");
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const texts = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, area);
  const [own, setOwn] = useState<PageSize>();
  const [drawn, setDrawn] = useState<DrawnPage>();
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const surface = { canvas: canvas.current, texts: texts.current };
    if (!isNear || !surface.canvas || !surface.texts) return;
    const ending = new AbortController();
    const { signal } = ending;
    const draw = async ({ canvas, texts }: { canvas: HTMLCanvasElement; texts: HTMLDivElement }) => {
      const page = await document.getPage(number);
      if (signal.aborted) return;
      setOwn(sizeOf(page));
      const [result, found] = await Promise.all([
        drawPage(page, { canvas, texts }, { scale, rotation, signal }),
        linksOf(page, rotation),
      ]);
      if (signal.aborted) return;
      setDrawn(result);
      setLinks(found);
    };
    draw({ canvas: surface.canvas, texts: surface.texts }).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof RenderingCancelledException)) setFailed(true);
    });
    return () => {
      ending.abort();
      setDrawn(undefined);
      setLinks([]);
      setFailed(false);
    };
  }, [document, number, scale, rotation, isNear]);
  useMarked(props, drawn);

  const { width, height } = own ?? expected;
  const isLying = rotation % 180 !== 0;
  return (
    <div
      ref={box}
      data-page={number}
      className="pdf-page relative mx-auto mb-3 bg-white shadow-float"
      style={
        {
          width: Math.floor((isLying ? height : width) * scale),
          height: Math.floor((isLying ? width : height) * scale),
          "--total-scale-factor": scale,
        } as React.CSSProperties
      }
    >
      {/* Zero size, and thus no memory, until rendered. */}
      <canvas ref={canvas} width={0} height={0} className="absolute inset-0 size-full" />
      <div ref={texts} className="textLayer" />
      {links.map((link) => (
        <LinkBox key={link.id} link={link} onFollow={props.onFollow} label={t("innerLink")} />
      ))}
      {failed && (
        <p role="alert" className="absolute inset-x-4 top-4 text-center text-black text-sm">
          {t("pageFailed", { page: number })}
        </p>
      )}
    </div>
  );
});

interface LinkBoxProps {
  link: PageLink;
  label: string;
  onFollow: (destination: unknown) => void;
}

function LinkBox({ link: { to, left, top, width, height }, label, onFollow }: LinkBoxProps) {
  const [x, y, w, h] = [left, top, width, height].map((part) => `${part * 100}%`);
  const style = { left: x, top: y, width: w, height: h };
  const className = "absolute z-[2] hover:bg-[rgb(255_255_0/0.2)]";
  if ("address" in to)
    return (
      <a
        href={to.address}
        title={to.address}
        target="_blank"
        rel="noopener noreferrer"
        className={className}
        style={style}
      >
        <span className="sr-only">{to.address}</span>
      </a>
    );
  return (
    <button
      type="button"
      aria-label={label}
      className={className}
      style={style}
      onClick={() => onFollow(to.destination)}
    />
  );
}

/** Whether an element is on screen or within one screen of it. */
function useNear(element: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: area.current,
      rootMargin: "60% 0px",
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      setNear(false);
    };
  }, [element, area]);
  return isNear;
}

/** Highlights matches in a rendered page without changing its DOM (CSS custom highlights). */
function useMarked({ document, number, found, current, area }: PdfPageProps, drawn: DrawnPage | undefined) {
  useEffect(() => {
    const registry = globalThis.CSS?.highlights;
    if (!drawn || found.length === 0) return;
    const ranges: Range[] = [];
    let isWanted = true;
    const mark = async () => {
      const items = await pageItems(await document.getPage(number));
      if (!isWanted) return;
      for (const one of found) {
        const range = rangeOf(one, items, drawn.elements);
        if (!range) continue;
        if (one === current) scrollTo(range, area.current);
        if (!registry) continue;
        highlightOf(one === current ? "viewer-current" : "viewer-found").add(range);
        ranges.push(range);
      }
    };
    mark().catch(() => undefined); // the document was closed
    return () => {
      isWanted = false;
      for (const name of ["viewer-current", "viewer-found"] as const)
        for (const range of ranges) registry?.get(name)?.delete(range);
    };
  }, [document, number, found, current, drawn, area]);
}

function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, known);
  return known;
}

function scrollTo(range: Range, area: HTMLElement | null): void {
  const [at, shown] = [range.getBoundingClientRect(), area?.getBoundingClientRect()];
  if (!area || !shown || (at.top > shown.top + 40 && at.bottom < shown.bottom - 100)) return;
  area.scrollBy({ top: at.top - shown.top - shown.height / 3 });
}
