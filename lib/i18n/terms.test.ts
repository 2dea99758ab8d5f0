import { expect, test } from "vitest";
import { loadAreaTexts, loadMessages } from "./load-messages";

test("[PR-02] German calls an organisation by one word wherever it is spoken of", async () => {
  expect(JSON.stringify([await loadMessages("de"), await loadAreaTexts("de")])).not.toMatch(/mandant/i);
});
