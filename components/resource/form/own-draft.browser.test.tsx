import { afterEach, expect, test } from "vitest";
import { isAllStored } from "@/lib/client/drafts/unstored";
import { OwnDraft } from "./own-draft";

const forms: OwnDraft[] = [];
afterEach(() => {
  for (const form of forms.splice(0)) form.end();
});

function newForm(): OwnDraft {
  const form = new OwnDraft(() => undefined);
  form.about = { owner: "/x 1", path: "/users/1", section: "s", title: "S", label: (name) => name };
  forms.push(form);
  return form;
}

const base = { name: "Ada", password: "" };

test("[TB-06] input counts as stored only after it was written", async () => {
  const form = newForm();
  form.changed({ values: { ...base, name: "Grace" }, base });
  expect(isAllStored()).toBe(false);
  await expect.poll(isAllStored).toBe(true);
  form.changed({ values: { ...base, name: "Grace Hopper" }, base });
  expect(isAllStored()).toBe(false);
  await expect.poll(isAllStored).toBe(true);
});

test("[TB-06] secret input never counts as stored, until it is saved or discarded", async () => {
  const [form, other] = [newForm(), newForm()];
  form.changed({ values: { ...base, name: "Grace", password: "Correct-horse-7" }, base });
  other.changed({ values: { ...base, password: "Correct-horse-7" }, base });
  // Longer than the write delay.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(isAllStored()).toBe(false);
  form.end();
  expect(isAllStored()).toBe(false);
  other.end();
  expect(isAllStored()).toBe(true);
});
