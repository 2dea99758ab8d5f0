import { type Language, languages } from "../preferences/preferences";
import { compileMessages } from "./compiled-messages";
import { loadNamespace } from "./load-messages";

/** Texts of the pages beside the workspace. */
interface PageTexts {
  invitation: typeof import("../../messages/en/invitation.json");
  login: typeof import("../../messages/en/login.json");
  "password-reset": typeof import("../../messages/en/password-reset.json");
  share: typeof import("../../messages/en/share.json");
  validation: typeof import("../../messages/en/validation.json");
}

export type PageMessages<Name extends keyof PageTexts> = Record<Language, Pick<PageTexts, Name>>;

/** In every language: few texts, so that switching needs no request and keeps the input. For servers. */
export async function pageMessages<Name extends keyof PageTexts>(
  ...names: readonly Name[]
): Promise<PageMessages<Name>> {
  const inLanguage = async (language: Language) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, compileMessages(await loadNamespace(language, name))] as const),
      ),
    );
  const entries = languages.map(async (language) => [language, await inLanguage(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as PageMessages<Name>;
}
