import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Maximum number of tab stops to the target. */
const maxStops = 90;

/** Simulates a keyboard user, and checks the visible focus at each stop. */
export class Keyboard {
  /** Number of keys pressed, without typed text. */
  presses = 0;

  constructor(readonly page: Page) {}

  press(key: string): Promise<void> {
    this.presses += 1;
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Tabs to a control; within a grid continues with arrow keys, following WAI-ARIA's grid pattern. */
  async reach(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible();
    // Before hydration keys have only native effects.
    await this.page.waitForFunction(() => window.hubEarly === undefined);
    for (let stops = 0; stops < maxStops; stops += 1) {
      if (await this.isAt(target)) return this.expectSeen();
      const arrow = await this.wayInGrid(target);
      await this.press(arrow ?? key);
      if (!arrow) await this.expectSeen();
    }
    throw new Error(`The keyboard does not get to ${target}; it is at ${await this.where()}.`);
  }

  /** Reaches a control and activates it. */
  async use(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
    await this.reach(target);
    await this.press(key);
  }

  /** Reaches a menu button, and chooses an item by arrow keys. */
  async choose(menu: Locator, item: string): Promise<void> {
    await this.reach(menu);
    await this.press("Enter");
    const items = this.page.getByRole("menu").last().locator("[role^=menuitem]");
    await expect(items.first()).toBeFocused();
    const wanted = items.filter({ hasText: item }).first();
    for (let stops = 0; stops < 30 && !(await this.isAt(wanted)); stops += 1) {
      await this.press("ArrowDown");
      // A menu moves the focus one task after the key.
      await this.page.evaluate(() => new Promise((turn) => setTimeout(turn)));
    }
    await expect(wanted).toBeFocused();
    await this.press("Enter");
  }

  /** Replaces the content of a box. */
  async fill(box: Locator, text: string): Promise<void> {
    await this.reach(box);
    await this.press("Control+A");
    if (text === "") await this.press("Delete");
    else await this.type(text);
  }

  /** Expects a visible outline on the focused element, within the window. */
  async expectSeen(): Promise<void> {
    await expect(async () => {
      const at = await this.page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
        return {
          what: element.outerHTML.slice(0, 160),
          isMarked: (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none",
          isInside:
            bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && width > 0 && height > 0,
        };
      });
      expect(at ?? { isMarked: true, isInside: true }, at?.what).toMatchObject({
        isMarked: true,
        isInside: true,
      });
    }).toPass({ timeout: 3000 });
  }

  private isAt(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === document.activeElement);
  }

  private where(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? "nothing");
  }

  /** Returns the arrow key towards the target if both are in one grid. */
  private wayInGrid(target: Locator): Promise<string | undefined> {
    return target.evaluate((element) => {
      const at = document.activeElement;
      const grid = element.closest("[role=grid]");
      if (!grid || !at || !grid.contains(at)) return undefined;
      const rows = [...grid.querySelectorAll("tr")];
      const [from, to] = [at, element].map((part) => rows.findIndex((row) => row.contains(part)));
      if (from === undefined || to === undefined || from !== to)
        return (from ?? 0) < (to ?? 0) ? "ArrowDown" : "ArrowUp";
      return at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
        ? "ArrowRight"
        : "ArrowLeft";
    });
  }
}
