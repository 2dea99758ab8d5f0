import { expect, test } from "vitest";
import { page } from "vitest/browser";
import "@/tests/component/css";
import { show } from "@/tests/component/show";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Menu, MenuItem, MenuRadioGroup } from "./menu";
import { Popover, PopoverTrigger } from "./popover";
import { RadioGroup } from "./radio-group";
import { Switch } from "./switch";
import { Tooltip } from "./tooltip";
import { Tooltips } from "./tooltips";

const aligned = ["start", "center", "end"] as const;
const places = ["mr-auto", "mx-auto", "ml-auto"];
const long = "Donaudampfschifffahrtsgesellschaftskapitän und weitere Angestellte";

/** Expects the floating panel and all inside of it to be within the window. */
async function expectInside(panel: ReturnType<typeof page.getByRole>) {
  await expect.element(panel).toBeVisible();
  await expect
    .poll(() => {
      const boxes = [panel.element(), ...panel.element().querySelectorAll("*")].map((one) =>
        one.getBoundingClientRect(),
      );
      return [
        Math.min(...boxes.map(({ left }) => left)) >= 0,
        Math.max(...boxes.map(({ right }) => right)) <= 320,
      ];
    })
    .toEqual([true, true]);
}

test.each(places.flatMap((place) => aligned.map((align) => [place, align] as const)))(
  "[SH-11] popovers and menus fit a window of 320 px, at %s aligned to %s",
  async (place, align) => {
    await page.viewport(320, 600);
    const { screen } = await show(
      <div className="flex">
        <div className={place}>
          <Popover
            open
            onOpenChange={() => undefined}
            label="Panel"
            align={align}
            anchor={
              <PopoverTrigger asChild>
                <Button>Open</Button>
              </PopoverTrigger>
            }
          >
            <div className="w-96 max-w-full p-3">{long}</div>
          </Popover>
        </div>
      </div>,
    );
    await expectInside(page.getByRole("dialog", { name: "Panel" }));
    await screen.unmount();
    await show(
      <div className="flex">
        <div className={place}>
          <Menu open align={align} trigger={<Button>Open</Button>} onOpenChange={() => undefined}>
            <MenuItem shortcut="Ctrl ⇧ Alt K">{long}</MenuItem>
            <MenuRadioGroup
              value="one"
              onValueChange={() => undefined}
              options={[{ value: "one", label: long }]}
            />
          </Menu>
        </div>
      </div>,
    );
    await expectInside(page.getByRole("menu"));
  },
);

test.each(places)("[SH-08] [SH-11] tooltips fit a window of 320 px, at %s", async (place) => {
  await page.viewport(320, 600);
  await show(
    <div className="flex">
      <Tooltip content={`${long}. ${long}.`}>
        <Button className={place}>Open</Button>
      </Tooltip>
      <Tooltips />
    </div>,
  );
  await page.getByRole("button", { name: "Open" }).hover();
  await expectInside(page.getByRole("tooltip"));
});

test("[SH-11] boxes, radio buttons and switches are targets of 24 px, drawn smaller, and do not overlap", async () => {
  const options = ["one", "two"].map((value) => ({ value, label: value }));
  await show(
    <div className="flex flex-col items-start gap-2 p-4">
      <Checkbox aria-label="alone" />
      <Checkbox label="labelled" />
      <RadioGroup label="choice" options={options} value="one" onValueChange={() => undefined} />
      <Switch label="on or off" />
    </div>,
  );
  const controls = [...document.querySelectorAll("main input")];
  expect(controls).toHaveLength(5);
  const boxes = controls.map((control) => control.getBoundingClientRect());
  for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  for (const [at, { bottom }] of boxes.entries())
    expect(boxes[at + 1]?.top ?? bottom).toBeGreaterThanOrEqual(bottom);
  for (const control of controls)
    for (const [x, y] of [
      [1, 12],
      [12, 1],
      [12, 23],
    ] as const) {
      const { left, top } = control.getBoundingClientRect();
      expect(document.elementFromPoint(left + x, top + y)).toBe(control);
    }
});
