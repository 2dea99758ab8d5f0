import { expect, test } from "vitest";
import { loadMessages } from "./load-messages";

test("[PR-02] German calls an organisation by one word wherever it is spoken of", async () => {
  expect(JSON.stringify(await loadMessages("de"))).not.toMatch(/mandant/i);
});
