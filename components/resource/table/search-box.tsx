"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { SearchInput } from "@/components/ui/search-input";
import { useSingleKey } from "@/components/ui/single-keys";
import { isComposing } from "@/lib/client/composition";
import { maxPhraseLength, phraseOf } from "../list/list-call";

const debounce = 300;

interface SearchBoxProps {
  phrase: string;
  onPhrase: (phrase: string) => void;
  /** Moves the focus to the results; returns whether there are any. */
  onDown: () => boolean;
  /** Accessible name, such as "Search Users". */
  label: string;
}

/** Searches 300 ms after the last key, or immediately on Enter (TL-01); Escape clears, the down arrow moves to the rows. */
export function SearchBox({ phrase, onPhrase, onDown, label }: SearchBoxProps) {
  const t = useTranslations("resource.table");
  const search = useTranslations("common")("search");
  const clearKey = useSingleKey("clearSearch");
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { text, type, send } = useDebouncedPhrase(phrase, onPhrase);
  const clear = () => {
    type("");
    send("");
    // With Escape in the table, the focus stays there.
    const { activeElement } = document;
    if (activeElement === document.body || box.current?.contains(activeElement)) input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // The key ends an IME composition.
    if (isComposing(event.nativeEvent)) return;
    const isPlain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    if (event.key === "Enter" || (event.key === "ArrowDown" && isPlain && onDown())) {
      event.preventDefault();
      send(text);
    }
    if (event.key === "Escape" && text !== "") {
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
  };

  return (
    <search ref={box} className="relative min-w-24 flex-1 sm:max-w-80">
      <SearchInput
        ref={input}
        type="text"
        inputMode="search"
        role="searchbox"
        aria-label={label}
        placeholder={search}
        maxLength={maxPhraseLength}
        className={text === "" ? undefined : "pr-8"}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      {text !== "" && (
        <IconButton
          label={t("clearSearch")}
          size="sm"
          className="absolute inset-y-0 right-0.5 my-auto"
          {...clearKey}
          onClick={clear}
        >
          <X />
        </IconButton>
      )}
    </search>
  );
}

/** The typed text, which is ahead of the active phrase. */
function useDebouncedPhrase(phrase: string, onPhrase: (phrase: string) => void) {
  const [text, setText] = useState(phrase);
  const [seen, setSeen] = useState(phrase);
  const sent = useRef(phrase);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Latest typed text, pending its search. */
  const waiting = useRef<string>(undefined);

  if (phrase !== seen) {
    setSeen(phrase);
    // Keeps text typed while the previous phrase is still being applied.
    if (phrase !== sent.current) setText(phrase);
  }

  useEffect(() => {
    // The address changed: back, forward, or a cleared search. That discards unsent text.
    if (phrase !== sent.current) {
      clearTimeout(typing.current);
      waiting.current = undefined;
    }
    sent.current = phrase;
  }, [phrase]);
  // Sends text typed just before the tab was hidden, when it is shown again.
  useEffect(() => {
    if (waiting.current !== undefined) latest.current(waiting.current);
    return () => clearTimeout(typing.current);
  }, []);

  const send = (next: string) => {
    clearTimeout(typing.current);
    waiting.current = undefined;
    const cleaned = phraseOf(next);
    if (cleaned === sent.current) return;
    sent.current = cleaned;
    onPhrase(cleaned);
  };
  const latest = useRef(send);
  latest.current = send;

  return {
    text,
    /** Searches immediately. */
    send,
    type(next: string) {
      setText(next);
      clearTimeout(typing.current);
      waiting.current = next;
      typing.current = setTimeout(() => latest.current(next), debounce);
    },
  };
}
