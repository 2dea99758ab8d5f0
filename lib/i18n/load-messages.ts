import { type AreaName, areaNames } from "../areas/areas";
import { fallbackLanguage, type Language } from "../preferences/preferences";
import { type AreasWith, type Messages, type OfAreas, saidElsewhere, sharedNamespaces } from "./namespaces";

type Tree = { [key: string]: string | Tree };

/** All messages of one language; missing keys fall back to English (PR-02). For servers, as it reads every namespace. */
export async function loadMessages(language: Language): Promise<Messages> {
  const [shared, areas] = await Promise.all([
    loadNamespaces(language, sharedNamespaces),
    loadNamespaces(language, areaNames),
  ]);
  const own = mapValues(areas, (texts) => omitParts(texts, saidElsewhere));
  return withFallback(
    { ...shared, ...own },
    {
      history: { types: mergeParts(areas, "changes") },
      permissions: { labels: mergeParts(areas, "permissions") },
    },
  ) as unknown as Messages;
}

/** Texts of areas that servers use: in files, notifications and sorting. */
export interface AreaTexts {
  titles: Record<AreaName, string>;
  changes: OfAreas<"changes">;
  notifications: OfAreas<"notifications">;
  /** The parts of permission names, and those shared by all areas. */
  permissions: Readonly<Record<string, string>>;
  /** Names of the notification kinds that can be muted. */
  notificationKinds: Partial<OfAreas<"notifications">>;
  /** Titles and findings of the checks of the installation. */
  checks: OfAreas<"checks">;
  export: Record<AreasWith<"export">, { file: string; sheet: string }>;
  /** Labels of fields and of the values of a choice, as in imported files; missing for areas without. */
  fields: Partial<Record<string, Readonly<Record<string, string>>>>;
  choices: Partial<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
}

/** Every area's texts for servers, in one language. */
export async function loadAreaTexts(language: Language): Promise<AreaTexts> {
  const areas = await loadNamespaces(language, areaNames);
  const { labels } = await loadNamespace(language, "permissions");
  return {
    titles: mapValues(areas, ({ title }) => title),
    changes: mergeParts(areas, "changes"),
    notifications: mergeParts(areas, "notifications"),
    permissions: { ...(labels as Tree), ...mergeParts(areas, "permissions") },
    notificationKinds: mergeParts(areas, "notificationKinds"),
    checks: mergeParts(areas, "checks"),
    export: mapValues(areas, (texts) => texts.export),
    fields: mapValues(areas, (texts) => texts.fields),
    choices: mapValues(areas, (texts) => texts.choices),
  } as unknown as AreaTexts;
}

/** One file of messages, such as `login` for the sign-in page, with English as fallback. */
export async function loadNamespace(language: Language, namespace: string): Promise<Tree> {
  const own = await read(language, namespace);
  return language === fallbackLanguage ? own : withFallback(await read(fallbackLanguage, namespace), own);
}

async function loadNamespaces<Name extends string>(
  language: Language,
  names: readonly Name[],
): Promise<Record<Name, Tree>> {
  const entries = await Promise.all(
    names.map(async (name) => [name, await loadNamespace(language, name)] as const),
  );
  return Object.fromEntries(entries) as Record<Name, Tree>;
}

async function read(language: Language, namespace: string): Promise<Tree> {
  const file: { default: Tree } = await import(`../../messages/${language}/${namespace}.json`);
  return file.default;
}

function withFallback(below: Tree, above: Tree): Tree {
  const result: Tree = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = below[key];
    result[key] = typeof value === "object" && typeof under === "object" ? withFallback(under, value) : value;
  }
  return result;
}

/** Merges one part of every area's file. */
function mergeParts(areas: Record<AreaName, Tree>, part: (typeof saidElsewhere)[number]): Tree {
  return Object.assign({}, ...areaNames.map((name) => areas[name][part]));
}

function omitParts(tree: Tree, keys: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([key]) => !keys.includes(key)));
}

function mapValues<To>(object: Record<string, Tree>, change: (value: Tree) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
