import { fold } from "@/lib/format/fold";

/** Whether each word of the phrase occurs in one of the texts. */
export function matches(phrase: string, ...texts: readonly string[]): boolean {
  const all = fold(texts.join("\n"));
  return fold(phrase)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
