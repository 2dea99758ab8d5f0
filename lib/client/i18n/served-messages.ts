import { buildId } from "../../build-id";
import type { Messages } from "../../i18n/namespaces";
import type { Language } from "../../preferences/preferences";

/** Of one build, so that a browser asks once for each language and keeps the answer. */
export function messagesAddress(prefix: string, language: Language): string {
  return `${prefix}/api/messages/${language}${buildId && `?build=${buildId}`}`;
}

/** @throws when they cannot be loaded */
export async function fetchMessages(prefix: string, language: Language): Promise<Messages> {
  const response = await fetch(messagesAddress(prefix, language));
  if (!response.ok) throw new Error(`Messages for ${language} answered ${response.status}`);
  return (await response.json()) as Messages;
}

const first = new Map<Language, Promise<Messages>>();

/**
 * The messages that a page begins with. Where pages are rendered they are at hand; the browser fetches them instead of
 * getting them within each page, of which they would be half (docs/decisions/0014).
 */
export function firstMessages(prefix: string, language: Language): Promise<Messages> {
  let messages = first.get(language);
  if (!messages) {
    messages =
      typeof window === "undefined"
        ? import("../../i18n/compiled-messages").then(({ compiledMessages }) => compiledMessages(language))
        : fetchMessages(prefix, language);
    first.set(language, messages);
    // Whoever tries again asks again.
    messages.catch(() => first.delete(language));
  }
  return messages;
}
