import compile from "icu-minify/compile";
import type { Language } from "../preferences/preferences";
import { loadMessages } from "./load-messages";
import type { Messages } from "./namespaces";

const compiled = new Map<Language, Promise<Messages>>();

/**
 * All messages of one language as pages get them: read once, and taken apart here, so that no browser loads a parser for
 * them. Typed as what they were made of, which is what translations are checked against.
 */
export function compiledMessages(language: Language): Promise<Messages> {
  let messages = compiled.get(language);
  if (!messages) {
    messages = loadMessages(language).then(compileMessages);
    compiled.set(language, messages);
  }
  return messages;
}

/** Takes every text of a tree of messages apart; next.config.ts has them put together again by the matching reader. */
export function compileMessages<Tree extends object>(messages: Tree): Tree {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === "string" ? plain(compile(value)) : compileMessages(value),
    ]),
  ) as Tree;
}

/** The compiler's objects have no prototype, which React does not hand to components of the browser. */
function plain(message: ReturnType<typeof compile>): unknown {
  return JSON.parse(JSON.stringify(message));
}
