import { list, object, text } from "../readers";
import { seal, unseal } from "../sealing";
import type { TabQuery } from "./address";

/** What tells what a tab is about: the name of a record, and what was searched for. */
interface WithContent {
  query: TabQuery;
  title?: string;
}
interface TabsWithContent {
  tabs: readonly WithContent[];
  closed: readonly WithContent[];
}

const longest = 2_000;
const max = 100;
const tabContent = object({}, { title: text(longest), phrase: text(longest), filters: text(longest) });
const allContent = object({ tabs: list(tabContent, max), closed: list(tabContent, max) });
/** In the order of the tabs. */
export type TabContents = NonNullable<ReturnType<typeof allContent>>;
type TabContent = TabContents["tabs"][number];

/** What is left leads where it led, and tells nothing else. */
export function withoutContent<Tabs extends TabsWithContent>(tabs: Tabs): Tabs {
  const bare = <One extends WithContent>({
    title: _,
    query: { phrase: _phrase, filters: _filters, ...query },
    ...rest
  }: One) => ({ ...rest, query }) as unknown as One;
  return { ...tabs, tabs: tabs.tabs.map(bare), closed: tabs.closed.map(bare) };
}

export function contentOf({ tabs, closed }: TabsWithContent): TabContents {
  const of = ({ title, query: { phrase, filters } }: WithContent): TabContent => ({ title, phrase, filters });
  return { tabs: tabs.map(of), closed: closed.map(of) };
}

/** Puts back what {@link withoutContent} took out. */
export function withContent<Tabs extends TabsWithContent>(tabs: Tabs, contents: TabContents): Tabs {
  const withOne = <One extends WithContent>(one: One, { title, phrase, filters }: TabContent = {}): One => ({
    ...one,
    ...(title && { title }),
    query: { ...one.query, ...(phrase && { phrase }), ...(filters && { filters }) },
  });
  return {
    ...tabs,
    tabs: tabs.tabs.map((tab, at) => withOne(tab, contents.tabs[at])),
    closed: tabs.closed.map((tab, at) => withOne(tab, contents.closed[at])),
  };
}

/** As {@link seal}. */
export function sealContent(contents: TabContents, key: string | undefined): Promise<string | undefined> {
  return seal(JSON.stringify(contents), key);
}

/** Undefined for what was sealed for somebody else, or is damaged. */
export async function openContent(sealed: string, key: string | undefined): Promise<TabContents | undefined> {
  const clear = await unseal(sealed, key);
  if (clear === undefined) return undefined;
  try {
    return allContent(JSON.parse(clear));
  } catch {
    return undefined;
  }
}
