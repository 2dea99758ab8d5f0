import { compileMessages } from "@/lib/i18n/compiled-messages";
import { loadNamespace } from "@/lib/i18n/load-messages";
import { type Language, languages } from "@/lib/preferences/preferences";

/** Texts of the share page. */
export interface ShareMessages {
  share: typeof import("../../messages/en/share.json");
  login: typeof import("../../messages/en/login.json");
}

const names = ["share", "login"] as const;

/** In every language, so that switching needs no request. Server only. */
export async function shareMessages(): Promise<Record<Language, ShareMessages>> {
  const inLanguage = async (language: Language) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, compileMessages(await loadNamespace(language, name))] as const),
      ),
    );
  const entries = languages.map(async (language) => [language, await inLanguage(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as Record<Language, ShareMessages>;
}
