import { compileMessages } from "@/lib/i18n/compiled-messages";
import { loadNamespace } from "@/lib/i18n/load-messages";
import { type Language, languages } from "@/lib/preferences/preferences";

/** Texts of the pages of a forgotten password. */
export interface PasswordResetMessages {
  "password-reset": typeof import("../../messages/en/password-reset.json");
  login: typeof import("../../messages/en/login.json");
  validation: typeof import("../../messages/en/validation.json");
}

const names = ["password-reset", "login", "validation"] as const;

/** In every language, so that switching needs no request and keeps the input. Server only. */
export async function passwordResetMessages(): Promise<Record<Language, PasswordResetMessages>> {
  const inLanguage = async (language: Language) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, compileMessages(await loadNamespace(language, name))] as const),
      ),
    );
  const entries = languages.map(async (language) => [language, await inLanguage(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as Record<Language, PasswordResetMessages>;
}
