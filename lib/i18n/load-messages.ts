import { fallbackLanguage, type Language } from "../preferences/preferences";
import { type Messages, namespaces } from "./namespaces";

type Tree = { [key: string]: string | Tree };

/** All messages of one language; a key that it lacks is filled in from English (PR-02). For servers: it reads every namespace. */
export async function loadMessages(language: Language): Promise<Messages> {
  const entries = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await loadNamespace(language, namespace)] as const),
  );
  return Object.fromEntries(entries) as unknown as Messages;
}

/** One file of messages, such as `login` for the sign-in page, with English behind it. */
export async function loadNamespace(language: Language, namespace: string): Promise<Tree> {
  const own = await read(language, namespace);
  return language === fallbackLanguage ? own : over(await read(fallbackLanguage, namespace), own);
}

async function read(language: Language, namespace: string): Promise<Tree> {
  const file: { default: Tree } = await import(`../../messages/${language}/${namespace}.json`);
  return file.default;
}

function over(below: Tree, above: Tree): Tree {
  const result: Tree = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = below[key];
    result[key] = typeof value === "object" && typeof under === "object" ? over(under, value) : value;
  }
  return result;
}
