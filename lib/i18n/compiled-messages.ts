import compile from "icu-minify/compile";
import type { Language } from "../preferences/preferences";
import { loadMessages } from "./load-messages";
import type { Messages } from "./namespaces";

const compiled = new Map<Language, Promise<Messages>>();

/**
 * All messages of one language for pages: loaded once, and compiled here, so that browsers load no parser. Typed as their
 * source, against which translations are checked.
 */
export function compiledMessages(language: Language): Promise<Messages> {
  let messages = compiled.get(language);
  if (!messages) {
    messages = loadMessages(language).then(compileMessages);
    compiled.set(language, messages);
  }
  return messages;
}

/** Compiles every text of a tree of messages; next.config.ts configures the matching formatter. */
export function compileMessages<Tree extends object>(messages: Tree): Tree {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? toPlainObject(compile(value)) : compileMessages(value),
    ]),
  ) as Tree;
}

/** The compiler's objects have no prototype, and React does not pass such objects to client components. */
function toPlainObject(message: ReturnType<typeof compile>): unknown {
  return JSON.parse(JSON.stringify(message));
}
