"use client";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useState } from "react";
import { type Found, findInPage } from "./find";
import { pageItems } from "./page-items";

export interface Search {
  phrase: string;
  setPhrase: (phrase: string) => void;
  found: readonly Found[];
  /** Which of them is shown; -1 without any. */
  current: number;
  isSearching: boolean;
  /** Goes to another one, round the ends. */
  move: (step: 1 | -1) => void;
}

/** More than anybody steps through. */
const most = 1_000;

/** Looks for a phrase page by page, from the one that is looked at. */
export function useSearch(document: PDFDocumentProxy, fromPage: number): Search {
  const [phrase, setPhrase] = useState("");
  const [result, setResult] = useState<{ found: Found[]; isSearching: boolean }>(nothing);
  const [current, setCurrent] = useState(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on from the page where the user has begun
  useEffect(() => {
    let isWanted = true;
    setCurrent(-1);
    setResult(phrase.trim() === "" ? nothing : { found: [], isSearching: true });
    const search = async () => {
      let found: Found[] = [];
      for (let number = 1; number <= document.numPages && found.length < most; number++) {
        const page = await document.getPage(number);
        const items = await pageItems(page);
        if (!isWanted) return;
        const here = findInPage(number, items.join(""), phrase);
        if (here.length === 0) continue;
        found = [...found, ...here];
        const before = found.length - here.length;
        setCurrent((chosen) => (chosen < 0 && number >= fromPage ? before : chosen));
        setResult({ found, isSearching: true });
      }
      setCurrent((chosen) => (chosen < 0 && found.length > 0 ? 0 : chosen));
      setResult({ found, isSearching: false });
    };
    // A document that goes away while it is searched is no error.
    if (phrase.trim() !== "") search().catch(() => isWanted && setResult(nothing));
    return () => {
      isWanted = false;
    };
  }, [document, phrase]);

  const { found, isSearching } = result;
  const move = (step: 1 | -1) => {
    if (found.length > 0) setCurrent((current + step + found.length) % found.length);
  };
  return { phrase, setPhrase, found, current, isSearching, move };
}

const nothing = { found: [], isSearching: false };
