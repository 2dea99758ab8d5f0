import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { loadMessages } from "./load-messages";

test.each([
  ["en", 1, "One tab has"],
  ["en", 2, "2 tabs have"],
  ["de", 1, "Ein Tab enthält"],
  ["de", 5, "5 Tabs enthalten"],
  ["pl", 1, "Jedna karta zawiera"],
  ["pl", 3, "3 karty zawierają"],
  ["pl", 5, "5 kart zawiera"],
  ["pl", 22, "22 karty zawierają"],
  ["sr", 1, "1 kartica ima"],
  ["sr", 3, "3 kartice imaju"],
  ["sr", 5, "5 kartica ima"],
  ["sr", 21, "21 kartica ima"],
] as const)("[PR-02] plurals: %s %d is '%s'", async (locale, count, expected) => {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages });
  expect(t("shell.unsaved.signOutDescription", { count })).toContain(expected);
});

test("[PR-02] Serbian uses the singular for 21, and still asks about 21 records, not one", async () => {
  const t = createTranslator({ locale: "sr", messages: await loadMessages("sr") });
  expect(t("users.delete.title", { count: 1, name: "Ana" })).toBe("Obrisati: Ana?");
  expect(t("users.delete.title", { count: 21, name: "Ana" })).toBe("Obrisati 21 korisnika?");
  expect(t("roles.delete.confirm", { count: 21 })).toBe("Obriši 21 ulogu");
});
