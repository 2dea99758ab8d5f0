import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { movementsEnded } from "../../support/movements-ended";

const rulesOf = { colours: ["color-contrast"], sizes: ["target-size"] };

export interface Look {
  /** All rules by default. */
  rules?: "all" | keyof typeof rulesOf;
  /** Selector of the part to check. */
  part?: string;
}

/** Returns axe violations as `rule: where`, after animations have ended. */
export async function violations(page: Page, { rules = "all", part }: Look = {}): Promise<string[]> {
  await page.evaluate(movementsEnded);
  // Half a megabyte of code, injected once per document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    // Disabled by default, like all rules new in WCAG 2.2.
    rules: { "target-size": { enabled: rules !== "colours" } },
    ...(rules === "all" ? {} : { runOnly: rulesOf[rules] }),
  };
  const found = await page.evaluate(
    async ([where, how]) => {
      const { axe } = window as unknown as typeof globalThis & { axe: typeof import("axe-core") };
      // A fading message has no stable contrast.
      const { violations } = await axe.run(
        { include: where ?? document, exclude: "[data-sonner-toast][data-removed=true]" },
        how,
      );
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
    },
    [part, options] as const,
  );
  return found.flatMap(({ id, where }) => where.map((html) => `${id}: ${html.slice(0, 200)}`));
}
