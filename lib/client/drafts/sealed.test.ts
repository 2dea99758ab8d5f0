import { beforeEach, expect, test, vi } from "vitest";
import { type Draft, draftFormat } from "./draft";

const stored = new Map<string, unknown>();
vi.mock("./store", () => ({
  storedOf: async (owner: string) =>
    [...stored.values()].filter((one) => (one as { owner: string }).owner === owner),
  exchange: async (id: string, isStill: (one: unknown) => boolean, next: object) => {
    if (isStill(stored.get(id))) stored.set(id, next);
  },
}));

const draft: Draft = {
  format: draftFormat,
  id: "1",
  owner: "/acme ada",
  path: "/users/12",
  section: "user",
  title: "Personal data",
  labels: { firstName: "First name" },
  values: { firstName: "Grüße 🙂" },
  base: { firstName: "Ada" },
  omitted: [],
  savedAt: Date.now(),
};
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64url");

/** A new page: each unseals drafts once. */
async function page(key: string | undefined) {
  vi.resetModules();
  const [{ setOwnKey }, sealed] = await Promise.all([import("./own-key"), import("./sealed")]);
  setOwnKey(key);
  return sealed;
}

beforeEach(() => {
  stored.clear();
  stored.set(draft.id, draft);
});

test("[AU-08] a sealed draft reveals nothing, and can be restored with the key", async () => {
  expect(await (await page(keyOf(1))).sealDraft(draft)).toBe(true);
  const kept = JSON.stringify([...stored.values()]);
  for (const word of ["Grüße", "firstName", "First name", "/users", "Personal", "Ada"])
    expect(kept).not.toContain(word);

  for (const key of [keyOf(2), undefined]) {
    await (await page(key)).unsealDrafts(draft.owner);
    expect(JSON.stringify([...stored.values()])).toBe(kept);
  }
  const again = await page(keyOf(1));
  await again.unsealDrafts("/acme bob");
  expect(JSON.stringify([...stored.values()])).toBe(kept);
  await again.unsealDrafts(draft.owner);
  expect(stored.get(draft.id)).toEqual(draft);
});

test("[AU-08] does not overwrite a draft that was written after reading", async () => {
  const later = { ...draft, values: { firstName: "Later" }, savedAt: draft.savedAt + 1 };
  stored.set(draft.id, later);
  await (await page(keyOf(1))).sealDraft(draft);
  expect(stored.get(draft.id)).toBe(later);
});

test("[AU-08] keeps nothing without a key", async () => {
  expect(await (await page(undefined)).sealDraft(draft)).toBe(false);
});

test("[AU-08] a second window that unseals does not revert changes made since", async () => {
  await (await page(keyOf(1))).sealDraft(draft);
  const slow = await page(keyOf(1));
  const opening = slow.unsealDrafts(draft.owner);
  const changed = { ...draft, values: { firstName: "Changed" }, savedAt: draft.savedAt + 1 };
  stored.set(draft.id, changed);
  await opening;
  expect(stored.get(draft.id)).toBe(changed);
});
