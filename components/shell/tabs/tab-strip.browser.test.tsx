import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AreasProvider } from "@/components/area/areas-context";
import { show } from "@/tests/component/show";
import { TabStrip } from "./tab-strip";

/** Shows a strip of many tabs, some pinned, without areas. */
async function strip({ width, pinned = 0 }: { width: number; pinned?: number }) {
  await page.viewport(width, 600);
  const { tabs } = await show(
    <AreasProvider value={{ areas: [], loadView: () => undefined, failedViews: () => [] }}>
      <TabStrip />
    </AreasProvider>,
  );
  for (let index = 0; index < 20; index += 1)
    tabs.actions.open(`/users/${index}`, { mode: "background", title: `Ada Lovelace ${index}` });
  for (const { id } of tabs.getState().tabs.slice(1, 1 + pinned)) tabs.actions.pin(id, true);
  await expect.poll(() => document.querySelectorAll("[role=tab]").length).toBe(21);
  const list = document.querySelector("[role=tablist]")?.parentElement;
  const kept = document.querySelector("[data-kept]");
  if (!list || !kept) throw new Error("No strip");
  return { tabs, list, kept };
}

function isWhole(tab: Element, list: Element, kept: Element): boolean {
  const { left, right } = tab.getBoundingClientRect();
  const isRight = right <= list.getBoundingClientRect().right + 1;
  return isRight && left >= kept.getBoundingClientRect().right - 1;
}

/** Titles of tabs that are partly visible. */
function partly(list: Element, kept: Element): string[] {
  const left = kept.getBoundingClientRect().right;
  const { right } = list.getBoundingClientRect();
  return [...list.querySelectorAll("[role=tab]")]
    .filter((tab) => !kept.contains(tab))
    .filter((tab) => {
      const box = tab.getBoundingClientRect();
      const visible = Math.min(box.right, right) - Math.max(box.left, left);
      return visible > 1 && visible < box.width - 1;
    })
    .map((tab) => tab.textContent ?? "");
}

for (const width of [1440, 768, 390, 320])
  for (const pinned of [0, 2])
    test(`[TB-10] at ${width} px with ${pinned} pinned tabs, no tab is half covered`, async () => {
      const { tabs, list, kept } = await strip({ width, pinned });
      await expect.poll(() => partly(list, kept)).toEqual([]);
      const last = list.scrollWidth - list.clientWidth;
      expect(last).toBeGreaterThan(300);
      for (const by of [70, 90, 260, -130, 10_000, -90, -10_000]) {
        const before = list.scrollLeft;
        list.dispatchEvent(new WheelEvent("wheel", { deltaY: by, bubbles: true }));
        await expect.poll(() => (list as HTMLElement).style.scrollSnapType).toBe("");
        await expect.poll(() => partly(list, kept), { message: `after ${by}` }).toEqual([]);
        if (Math.abs(by) > 200) expect(list.scrollLeft).not.toBe(before);
      }
      for (const tab of [tabs.getState().tabs.at(-1), tabs.getState().tabs.at(9)]) {
        tabs.actions.activate(tab?.id ?? "");
        const active = page.getByRole("tab", { selected: true });
        await expect.element(active).toHaveTextContent(tab?.title ?? "");
        await expect.poll(() => isWhole(active.element(), list, kept)).toBe(true);
        await expect.poll(() => partly(list, kept)).toEqual([]);
      }
    });

test("[TB-10] more pinned tabs than fit in half of a phone can be scrolled to", async () => {
  const { list, kept } = await strip({ width: 390, pinned: 9 });
  await expect.poll(() => list.hasAttribute("data-loose")).toBe(true);
  list.scrollLeft = 10_000;
  await expect.poll(() => kept.getBoundingClientRect().left).toBeLessThan(-100);
  list.scrollLeft = 0;
  await expect.poll(() => kept.getBoundingClientRect().left).toBe(0);
});
