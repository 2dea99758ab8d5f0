import { expect, test } from "vitest";
import { type Draft, draftFormat, fitted, keptFor, readDraft, splitKeepable } from "./draft";

const draft: Draft = {
  format: draftFormat,
  id: "1",
  owner: "/acme 7",
  path: "/users/12",
  section: "user",
  title: "User",
  labels: { firstName: "First name" },
  values: { firstName: "Grace" },
  base: { firstName: "Ada" },
  baseVersion: 3,
  omitted: [],
  savedAt: 1_000_000,
};

test("[TB-10] reads a draft back unchanged", () => {
  expect(readDraft(structuredClone(draft), draft.savedAt + 1)).toEqual(draft);
});

test.each([
  ["another format", { ...draft, format: 99 }],
  ["damage", { ...draft, values: "Grace" }],
  ["nothing", undefined],
])("[TB-10] does not offer a draft of %s", (_, stored) => {
  expect(readDraft(stored, draft.savedAt)).toBeUndefined();
});

test("[TB-10] offers a draft for thirty days", () => {
  expect(readDraft(draft, draft.savedAt + keptFor - 1)).toBeDefined();
  expect(readDraft(draft, draft.savedAt + keptFor)).toBeUndefined();
});

test("[TB-10] never keeps secrets and files, but lists their names", () => {
  const values = {
    userName: "ada",
    pin: "1234",
    newPassword: "geheim",
    apiKey: "k",
    emptyPassword: "",
    code: "marked as a secret",
    avatar: new Blob(["x"]),
    pinned: true,
    roleIds: ["a", "b"],
    nested: { amount: 1, note: null },
  };
  expect(splitKeepable(values, new Set(["code"]))).toEqual({
    values: { userName: "ada", pinned: true, roleIds: ["a", "b"], nested: { amount: 1, note: null } },
    omitted: ["pin", "newPassword", "apiKey", "code", "avatar"],
  });
});

test("[TB-10] restores only those fields of a draft that the form still has", () => {
  const form = { firstName: "Ada", email: "ada@example.test", roleIds: ["a"] };
  expect(fitted(form, { firstName: "Grace", fax: "no more", roleIds: "was a text" })).toEqual({
    firstName: "Grace",
    email: "ada@example.test",
    roleIds: ["a"],
  });
});
