/** A file under `messages/<locale>/`, known by its type alone: whoever imports it gets no texts. */
export interface WordsFile<Words> {
  readonly words?: Words;
}

/** `words<typeof import("…/en/users.json")>()`: English gives the keys and their types. */
export function words<Words>(): WordsFile<Words> {
  return {};
}
