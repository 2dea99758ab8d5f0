import { expect, test } from "vitest";
import { negotiateLanguage } from "./language";

test.each([
  ["de", "pl", "de"],
  ["xx", "pl", "pl"],
  [undefined, "fr;q=0.9, sr-Latn;q=0.8, de;q=0.5", "sr"],
  [undefined, "de;q=0, pl;q=0.1", "pl"],
  [undefined, "fr", "en"],
  [undefined, null, "en"],
  [undefined, ";;;,,q=", "en"],
  [undefined, "DE_at", "de"],
  [undefined, "srn, deu, pl;q=0.2", "pl"],
  [undefined, "en;q=0.1, de", "de"],
] as const)("[PR-02] cookie %s and Accept-Language %s choose %s", (cookie, header, expected) => {
  expect(negotiateLanguage(cookie, header)).toBe(expected);
});
