import { type Language, languages } from "../preferences/preferences";
import { compileMessages } from "./compiled-messages";
import { loadNamespace } from "./load-messages";

/** The messages of the sign-in page in every language: few texts, so that switching needs no request. */
export async function loginMessages(): Promise<Record<Language, { login: Login }>> {
  const entries = await Promise.all(
    languages.map(
      async (language) =>
        [language, { login: compileMessages(await loadNamespace(language, "login")) }] as const,
    ),
  );
  return Object.fromEntries(entries) as unknown as Record<Language, { login: Login }>;
}

type Login = typeof import("../../messages/en/login.json");
