"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { wordsOf } from "./rank";

/** Sets of words that mean the same, in the messages of each language. */
const sets = [
  "create",
  "edit",
  "remove",
  "signOut",
  "users",
  "roles",
  "organisation",
  "tenants",
  "attachments",
  "attributes",
  "audit",
  "reports",
  "account",
  "system",
  "search",
  "home",
  "theme",
  "language",
  "notifications",
  "keys",
  "reload",
  "star",
  "invite",
] as const;

/** Returns a function for the words that mean the same as parts of a command's label, such as "create" for "New role". */
export function useSynonyms(): (label: string) => string[] {
  const t = useTranslations("shell.palette.synonyms");
  return useMemo(() => {
    const all = sets.map((name) => t(name).split(",").map(wordsOf));
    return (label) => synonymsOf(label, all);
  }, [t]);
}

/** @param sets of phrases, each as its words */
export function synonymsOf(label: string, sets: readonly (readonly (readonly string[])[])[]): string[] {
  const text = ` ${wordsOf(label).join(" ")} `;
  return sets
    .filter((phrases) => phrases.some((words) => text.includes(` ${words.join(" ")} `)))
    .flatMap((phrases) => phrases.map((words) => words.join(" ")));
}
