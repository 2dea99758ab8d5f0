import { expect, test } from "vitest";
import { nameOfUpload } from "./use-uploads";

test.each([
  ["Report.pdf", "Report"],
  ["no extension", "no extension"],
  ["Plan Süd.v2.docx", "Plan Süd.v2"],
  ["Pla\u0308ne.txt", "Pläne"],
  ["Łódź café, 1.txt", "Lodz cafe_ 1"],
  ["Đorđe Øresund.pdf", "Dorde Oresund"],
  ["Пећ и Ђорђе.docx", "Pec i Djordje"],
  ["İzmir Việt.docx", "Izmir Viet"],
  ["東京 2026.pdf", "__ 2026"],
  [".htaccess", ".htaccess"],
])("[AM-01] %s gets the default name %s", (name, expected) => {
  expect(nameOfUpload({ name })).toBe(expected);
});
