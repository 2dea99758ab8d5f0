import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "@/tests/component/show";
import { Avatar } from "./avatar";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { Menu, MenuItem } from "./menu";

const html = document.documentElement;
afterEach(() => html.style.removeProperty("font-size"));

test.each(["14px", "16px", "20px"])(
  "[SH-11] sizes match their names with a root font of %s",
  async (font) => {
    html.style.fontSize = font;
    await show(
      <>
        <Button size="sm">28</Button>
        <Button>32</Button>
        <Button size="lg">40</Button>
        <IconButton label="32">x</IconButton>
        <Avatar size={72} userName="anna" />
        <Menu trigger={<Button>32</Button>} open onOpenChange={() => undefined}>
          <MenuItem>32</MenuItem>
        </Menu>
      </>,
    );
    await expect.element(page.getByRole("menuitem")).toBeVisible();
    for (const control of document.querySelectorAll<HTMLElement>("button, [role=menuitem]"))
      expect(control.offsetHeight).toBe(Number(control.ariaLabel ?? control.textContent?.slice(0, 2)));
    expect(document.querySelector<HTMLElement>("[data-initials]")?.offsetWidth).toBe(72);
  },
);
