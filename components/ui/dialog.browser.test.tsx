import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "@/tests/component/show";
import { Button } from "./button";
import { Dialog } from "./dialog";

test("[SH-11] at 400 % zoom all of a dialog can be scrolled to, including its last button", async () => {
  await page.viewport(320, 256);
  const answers = ["Cancel", "No, discard everything", "Yes, save everything"];
  await show(
    <Dialog
      open
      onOpenChange={() => undefined}
      title="Save changes in “Maximiliane Alexandra von und zu Hohenlohe”?"
      description="If you do not save, what you changed is lost."
      footer={answers.map((answer) => (
        <Button key={answer} className="w-full">
          {answer}
        </Button>
      ))}
    >
      <ul>
        <li>First name</li>
      </ul>
    </Dialog>,
  );
  for (const text of ["First name", ...answers]) {
    const part = page.getByText(text, { exact: true }).element();
    part.scrollIntoView();
    const { top, bottom } = part.getBoundingClientRect();
    const panel = page.getByRole("dialog").element().getBoundingClientRect();
    expect(top, text).toBeGreaterThanOrEqual(Math.max(0, panel.top));
    expect(bottom, text).toBeLessThanOrEqual(Math.min(256, panel.bottom));
  }
});

test("[SH-11] the focus enters a dialog whose first field cannot be focused", async () => {
  await show(
    <Dialog open onOpenChange={() => undefined} title="Replace the file" footer={<Button>Cancel</Button>}>
      <input type="file" hidden />
    </Dialog>,
  );
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
});
