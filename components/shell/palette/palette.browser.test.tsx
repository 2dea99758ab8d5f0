import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "@/tests/component/show";
import { Palette } from "./palette";

const press = async (key: string, more: KeyboardEventInit = {}) => {
  const options = { key, bubbles: true, cancelable: true, ...more };
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", options));
  // React renders synchronously after a key press; code from a server arrives later.
  await Promise.resolve();
};

test("[SH-10] text typed before the palette's code is loaded is searched", async () => {
  await show(<Palette />);
  await press("k", { ctrlKey: true });
  for (const key of "hxom") await press(key);
  await press("Backspace");
  const box = page.getByRole("combobox");
  expect(box.elements()).toEqual([]);
  await expect.element(box).toHaveValue("hxo");
});
