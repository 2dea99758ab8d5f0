"use client";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useState } from "react";
import { type Found, findInPage } from "./find";
import { pageItems } from "./page-items";

interface Result {
  found: readonly Found[];
  /** Arrays stay the same during a search, so that pages do not rerender for matches on others. */
  byPage: ReadonlyMap<number, readonly Found[]>;
  isSearching: boolean;
}

export interface Search extends Result {
  phrase: string;
  setPhrase: (phrase: string) => void;
  /** Index of the current match; -1 without any. */
  current: number;
  /** Moves to another match, wrapping around. */
  move: (step: 1 | -1) => void;
}

/** Maximum number of matches. */
const maxMatches = 1_000;
/** Milliseconds between progress updates. */
const progressInterval = 150;

/** Searches for a phrase page by page, starting at the current page. */
export function useSearch(document: PDFDocumentProxy, fromPage: number): Search {
  const [phrase, setPhrase] = useState("");
  const [result, setResult] = useState<Result>(nothing);
  const [current, setCurrent] = useState(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the search starts at the page at the time of the input
  useEffect(() => {
    let isWanted = true;
    setCurrent(-1);
    setResult(phrase.trim() === "" ? nothing : { ...nothing, isSearching: true });
    const search = async () => {
      const found: Found[] = [];
      const byPage = new Map<number, readonly Found[]>();
      let first = -1;
      let shownAt = Number.NEGATIVE_INFINITY;
      const show = (isSearching: boolean) => {
        shownAt = performance.now();
        setCurrent((chosen) => (chosen < 0 ? first : chosen));
        setResult({ found: [...found], byPage: new Map(byPage), isSearching });
      };
      for (let number = 1; number <= document.numPages && found.length < maxMatches; number++) {
        const items = await pageItems(await document.getPage(number));
        if (!isWanted) return;
        const here = findInPage(number, items.join(""), phrase);
        if (here.length === 0) continue;
        if (first < 0 && number >= fromPage) first = found.length;
        found.push(...here);
        byPage.set(number, here);
        if (performance.now() - shownAt > progressInterval) show(true);
      }
      if (first < 0 && found.length > 0) first = 0;
      show(false);
    };
    // Closing a document during a search is no error.
    if (phrase.trim() !== "") search().catch(() => isWanted && setResult(nothing));
    return () => {
      isWanted = false;
    };
  }, [document, phrase]);

  const { found, byPage, isSearching } = result;
  const move = (step: 1 | -1) => {
    if (found.length > 0) setCurrent((current + step + found.length) % found.length);
  };
  return { phrase, setPhrase, found, byPage, current, isSearching, move };
}

const nothing: Result = { found: [], byPage: new Map(), isSearching: false };
