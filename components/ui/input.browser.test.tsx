import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "@/tests/component/show";
import { Input } from "./input";

test("[FM-04] an invalid field stays marked on hover", async () => {
  await show(<Input aria-label="Name" aria-invalid="true" />);
  const field = page.getByRole("textbox", { name: "Name" });
  const colour = () => getComputedStyle(field.element()).borderColor;
  const wrong = colour();
  await field.hover();
  await Promise.all(
    field
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  expect(colour()).toBe(wrong);
});
