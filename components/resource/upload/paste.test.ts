import { expect, test } from "vitest";
import { pastedImages } from "./paste";

const item = (type: string, file: File | null = new File(["x"], "image", { type })) => ({
  kind: "file",
  type,
  getAsFile: () => file,
});
const data = (...items: object[]) => ({ items }) as unknown as DataTransfer;

test("[AT-02] gif, png, jpeg and bmp are pasted; other types are reported", () => {
  for (const type of ["image/gif", "image/png", "image/jpeg", "image/bmp"])
    expect(pastedImages(data(item(type)))).toMatchObject({ kind: "images", files: [{ type }] });
  expect(pastedImages(data(item("image/webp")))).toEqual({ kind: "unsupported", type: "image/webp" });
  expect(pastedImages(data({ kind: "string", type: "text/plain" }))).toEqual({ kind: "none" });
  expect(pastedImages(null)).toEqual({ kind: "none" });
  expect(pastedImages(data(item("image/png", null)))).toEqual({ kind: "failed" });
});
