import type { Messages } from "../../i18n/namespaces";
import { buildId } from "../../installation/build-id";
import type { Language } from "../../preferences/preferences";

/** Includes the build, so that browsers cache each language. */
export function messagesAddress(prefix: string, language: Language): string {
  return `${prefix}/api/messages/${language}${buildId && `?build=${buildId}`}`;
}

/** @throws if they cannot be loaded */
export async function fetchMessages(prefix: string, language: Language): Promise<Messages> {
  const response = await fetch(messagesAddress(prefix, language));
  if (!response.ok) throw new Error(`Messages for ${language} answered ${response.status}`);
  return (await response.json()) as Messages;
}

const first = new Map<Language, Promise<Messages>>();

/**
 * The initial messages of a page. Available on the server; the browser fetches them separately, as they would be half of
 * each page (docs/decisions/0014).
 */
export function firstMessages(prefix: string, language: Language): Promise<Messages> {
  let messages = first.get(language);
  if (!messages) {
    messages =
      typeof window === "undefined"
        ? import("../../i18n/compiled-messages").then(({ compiledMessages }) => compiledMessages(language))
        : fetchMessages(prefix, language);
    first.set(language, messages);
    // A retry fetches again.
    messages.catch(() => first.delete(language));
  }
  return messages;
}
