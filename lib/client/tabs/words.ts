import { list, object, text } from "../readers";
import { seal, unseal } from "../sealing";
import type { TabQuery } from "./address";

/** What tells what a tab is about: the name of a record, and what was searched for. */
interface Worded {
  query: TabQuery;
  title?: string;
}
interface WordedTabs {
  tabs: readonly Worded[];
  closed: readonly Worded[];
}

const longest = 2_000;
const most = 100;
const word = object({}, { title: text(longest), phrase: text(longest), filters: text(longest) });
const allWords = object({ tabs: list(word, most), closed: list(word, most) });
/** In the order of the tabs. */
export type Words = NonNullable<ReturnType<typeof allWords>>;
type Word = Words["tabs"][number];

/** What is left leads where it led, and tells nothing else. */
export function withoutWords<Tabs extends WordedTabs>(tabs: Tabs): Tabs {
  const bare = <One extends Worded>({
    title: _,
    query: { phrase: _phrase, filters: _filters, ...query },
    ...rest
  }: One) => ({ ...rest, query }) as unknown as One;
  return { ...tabs, tabs: tabs.tabs.map(bare), closed: tabs.closed.map(bare) };
}

export function wordsOf({ tabs, closed }: WordedTabs): Words {
  const of = ({ title, query: { phrase, filters } }: Worded): Word => ({ title, phrase, filters });
  return { tabs: tabs.map(of), closed: closed.map(of) };
}

/** Puts back what {@link withoutWords} took out. */
export function withWords<Tabs extends WordedTabs>(tabs: Tabs, words: Words): Tabs {
  const worded = <One extends Worded>(one: One, { title, phrase, filters }: Word = {}): One => ({
    ...one,
    ...(title && { title }),
    query: { ...one.query, ...(phrase && { phrase }), ...(filters && { filters }) },
  });
  return {
    ...tabs,
    tabs: tabs.tabs.map((tab, at) => worded(tab, words.tabs[at])),
    closed: tabs.closed.map((tab, at) => worded(tab, words.closed[at])),
  };
}

/** As {@link seal}. */
export function sealWords(words: Words, key: string | undefined): Promise<string | undefined> {
  return seal(JSON.stringify(words), key);
}

/** Undefined for what was sealed for somebody else, or is damaged. */
export async function openWords(sealed: string, key: string | undefined): Promise<Words | undefined> {
  const clear = await unseal(sealed, key);
  if (clear === undefined) return undefined;
  try {
    return allWords(JSON.parse(clear));
  } catch {
    return undefined;
  }
}
