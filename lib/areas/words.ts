/** The type of a file under `messages/<locale>/`; importing it loads no texts. */
export interface WordsFile<Words> {
  readonly words?: Words;
}

/** `words<typeof import("…/en/users.json")>()`: English defines the keys and their types. */
export function words<Words>(): WordsFile<Words> {
  return {};
}
