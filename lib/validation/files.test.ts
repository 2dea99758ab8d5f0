import fc from "fast-check";
import { expect, test } from "vitest";
import { avatarRules, extensionOf, type FileInfo, isFileSize, isFileType, upload } from "./files";

const megabyte = 1024 * 1024;
const file = (facts: Partial<FileInfo>): FileInfo => ({
  name: "a.png",
  type: "image/png",
  size: 1,
  ...facts,
});

test("[FM-02] the empty value passes every file rule", () => {
  for (const nothing of [null, undefined]) {
    expect(isFileSize(nothing, 0)).toBe(true);
    expect(isFileType(nothing, [])).toBe(true);
  }
  expect(upload(avatarRules).safeParse(null).success).toBe(true);
});

test("[FM-02] a file may be as large as the limit, and not a byte larger", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (megabytes) => {
      expect(isFileSize(file({ size: megabytes * megabyte }), megabytes)).toBe(true);
      expect(isFileSize(file({ size: megabytes * megabyte + 1 }), megabytes)).toBe(false);
    }),
  );
});

test.each([
  [{ name: "a.PNG", type: "" }, ["png"], true],
  [{ name: "a.png", type: "" }, [".png"], true],
  [{ name: "a", type: "image/png" }, ["image/png"], true],
  [{ name: "a", type: "IMAGE/PNG; charset=x" }, ["image/*"], true],
  [{ name: "a.exe", type: "image/png" }, ["png", "jpg"], false],
  [{ name: "a.png.exe", type: "" }, ["png"], false],
  [{ name: "png", type: "" }, ["png"], false],
  [{ name: ".png", type: "" }, ["png"], false],
  [{ name: "a.", type: "" }, ["png", ""], false],
  [{ name: "a.png", type: "image/png" }, [], false],
])("[FM-02] %o among %o: %s", (facts, allowed, expected) => {
  expect(isFileType(file(facts), allowed)).toBe(expected);
});

test("[FM-02] a refused upload reports the broken rule with its values", () => {
  const rules = (facts: Partial<FileInfo>) =>
    upload(avatarRules)
      .safeParse(file(facts))
      .error?.issues.map((issue) => ("params" in issue ? issue.params : issue.code));
  expect(rules({ size: 3 * megabyte })).toEqual([{ rule: "fileSize", fileSize: 2 }]);
  expect(rules({ name: "a.gif", type: "image/gif" })).toEqual([
    { rule: "fileType", types: "jpg, jpeg, png" },
  ]);
  expect(rules({ type: "image/jpeg" })).toBeUndefined();
});

test("[FM-02] the extension follows the last dot", () => {
  expect(extensionOf("Bericht.2026.PDF")).toBe("pdf");
  expect(extensionOf(".gitignore")).toBe("");
});

test("[FM-02] rejects JSON that only resembles a file", () => {
  const schema = upload({ types: ["png"] });
  for (const given of [
    { name: "a.png", size: 1 },
    { name: "a.png", size: 1, type: 1 },
    { name: "a.png" },
    {},
    [],
    1,
  ])
    expect(schema.safeParse(given).success).toBe(false);
});
