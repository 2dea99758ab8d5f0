import { compileMessages } from "@/lib/i18n/compiled-messages";
import { loadNamespace } from "@/lib/i18n/load-messages";
import { type Language, languages } from "@/lib/preferences/preferences";

/** Texts of the invitation page. */
export interface InvitationMessages {
  invitation: typeof import("../../messages/en/invitation.json");
  login: typeof import("../../messages/en/login.json");
  validation: typeof import("../../messages/en/validation.json");
}

const names = ["invitation", "login", "validation"] as const;

/** In every language, so that switching needs no request and keeps the input. Server only. */
export async function invitationMessages(): Promise<Record<Language, InvitationMessages>> {
  const inLanguage = async (language: Language) =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, compileMessages(await loadNamespace(language, name))] as const),
      ),
    );
  const entries = languages.map(async (language) => [language, await inLanguage(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as Record<Language, InvitationMessages>;
}
