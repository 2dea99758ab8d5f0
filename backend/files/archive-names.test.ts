import { expect, test } from "vitest";
import { archiveNames } from "./archive-names";

test.each([
  ["Report", "pdf", "Report.pdf"],
  ["CON", "txt", "CON_.txt"],
  ["com¹", "txt", "com¹_.txt"],
  ["lpt1.old", "txt", "lpt1_.old.txt"],
  ["Console", "txt", "Console.txt"],
  ["what? a*b", "txt", "what_ a_b.txt"],
  ["../../etc/passwd", "", ".._.._etc_passwd"],
  ["..", "", "_"],
  ["..", "txt", "_...txt"],
  ["end. ", "", "end"],
  ["U\u0308ber", "txt", "\u00dcber.txt"],
  ["x\u202egpj", "exe", "x_gpj.exe"],
])("[AM-05] %j with the extension %j is unpacked as %j everywhere", (stem, extension, name) => {
  expect(archiveNames()(stem, extension)).toBe(name);
});

test("[AM-05] names in an archive differ on case-insensitive systems, also after truncation", () => {
  const nameOf = archiveNames();
  const named = ["Straße", "STRASSE", "straße"].map((stem) => nameOf(stem, "txt"));
  expect(named).toEqual(["Straße.txt", "STRASSE (2).txt", "straße (3).txt"]);
  const long = ["ж".repeat(255), `${"ж".repeat(254)}я`].map((stem) => nameOf(stem, "docx"));
  for (const name of long) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(230);
  expect(new Set(long).size).toBe(2);
});
