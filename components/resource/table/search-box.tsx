"use client";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { cleanPhrase, longestPhrase } from "./list-call";

const debounce = 300;

interface SearchBoxProps {
  phrase: string;
  onPhrase: (phrase: string) => void;
  /** The accessible name, such as "Search Users". */
  label: string;
}

/** Searches 300 ms after the last key, or at once on Enter (TL-01); Escape clears. */
export function SearchBox({ phrase, onPhrase, label }: SearchBoxProps) {
  const t = useTranslations("resource.table");
  const search = useTranslations("common")("search");
  const [text, setText] = useState(phrase);
  const sent = useRef(phrase);
  const input = useRef<HTMLInputElement>(null);

  // The address changed by itself: back, forward, or a cleared search.
  if (phrase !== sent.current) {
    sent.current = phrase;
    setText(phrase);
  }

  const send = (next: string) => {
    const cleaned = cleanPhrase(next).trim();
    if (cleaned === sent.current) return;
    sent.current = cleaned;
    onPhrase(cleaned);
  };
  const latest = useRef(send);
  latest.current = send;

  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), debounce);
    return () => clearTimeout(timer);
  }, [text]);

  // What was typed before the page's scripts had arrived.
  useEffect(() => {
    if (input.current?.value) setText(input.current.value);
  }, []);

  const clear = () => {
    setText("");
    send("");
    input.current?.focus();
  };

  return (
    <search className="relative min-w-40 flex-1 sm:max-w-80">
      <Input
        ref={input}
        type="text"
        inputMode="search"
        role="searchbox"
        aria-label={label}
        placeholder={search}
        maxLength={longestPhrase}
        icon={<Search />}
        className="pr-8"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            send(text);
          }
          if (event.key === "Escape" && text !== "") {
            event.preventDefault();
            event.stopPropagation();
            clear();
          }
        }}
      />
      {text !== "" && (
        <IconButton
          label={t("clearSearch")}
          size="sm"
          className="absolute inset-y-0 right-0.5 my-auto"
          onClick={clear}
        >
          <X />
        </IconButton>
      )}
    </search>
  );
}
