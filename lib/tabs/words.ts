import { list, object, text } from "../readers";
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

/**
 * Under a key that this browser forgets, as base64.
 * @param key base64url of 32 bytes
 * @returns undefined where browsers have no cryptography: on addresses that are not secure
 */
export async function sealWords(words: Words, key: string | undefined): Promise<string | undefined> {
  if (key === undefined || !globalThis.crypto?.subtle) return undefined;
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const clear = new TextEncoder().encode(JSON.stringify(words));
  const sealed = await crypto.subtle.encrypt({ name, iv }, await imported(key), clear);
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Undefined for what was sealed for somebody else, or is damaged. */
export async function openWords(sealed: string, key: string | undefined): Promise<Words | undefined> {
  if (key === undefined || !globalThis.crypto?.subtle) return undefined;
  try {
    const bytes = bytesOf(sealed);
    const iv = bytes.slice(0, ivLength);
    const clear = await crypto.subtle.decrypt({ name, iv }, await imported(key), bytes.slice(ivLength));
    return allWords(JSON.parse(new TextDecoder().decode(clear)));
  } catch {
    return undefined;
  }
}

const name = "AES-GCM";
const ivLength = 12;

function imported(key: string): Promise<CryptoKey> {
  const bytes = bytesOf(key.replaceAll("-", "+").replaceAll("_", "/"));
  return crypto.subtle.importKey("raw", bytes, name, false, ["encrypt", "decrypt"]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
