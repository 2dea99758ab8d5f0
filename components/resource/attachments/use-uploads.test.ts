import { expect, test } from "vitest";
import { nameOfUpload } from "./use-uploads";

test.each([
  ["Report.pdf", "Report"],
  ["no extension", "no extension"],
  ["Plan Süd.v2.docx", "Plan Süd.v2"],
  ["Pla\u0308ne.txt", "Pläne"],
  ["Łódź café, 1.txt", "_odz cafe_ 1"],
  [".htaccess", ".htaccess"],
])("[AM-01] %s is called %s before anybody writes another name", (name, expected) => {
  expect(nameOfUpload({ name })).toBe(expected);
});
