import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filledPage, gap, pageCount, pageWindow } from "./page-window";

const position = fc
  .integer({ min: 1, max: 100_000 })
  .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));

describe("[TL-01] the window of pages", () => {
  test.each([
    [1, 1, [1]],
    [2, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, gap, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [5, 5, [1, gap, 4, 5]],
    [50, 100, [1, gap, 49, 50, 51, gap, 100]],
    [3, 100, [1, 2, 3, 4, gap, 100]],
    [4, 100, [1, 2, 3, 4, 5, gap, 100]],
  ])("on page %i of %i", (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected);
  });

  test("has at most nine parts: first, last, the current page and neighbours, ascending", () => {
    fc.assert(
      fc.property(position, ([page, pages]) => {
        const shown = pageWindow(page, pages);
        const numbers = shown.filter((part): part is number => part !== gap);
        for (const wanted of [1, page - 1, page, page + 1, pages])
          if (wanted >= 1 && wanted <= pages) expect(numbers).toContain(wanted);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(shown.length).toBeLessThanOrEqual(9);
      }),
    );
  });

  test("never omits a single page", () => {
    fc.assert(
      fc.property(position, ([page, pages]) => {
        const shown = pageWindow(page, pages);
        shown.forEach((part, index) => {
          if (part !== gap) return;
          expect(Number(shown[index + 1]) - Number(shown[index - 1])).toBeGreaterThan(2);
        });
      }),
    );
  });

  test("steps back from an emptied page to the last one with rows", () => {
    expect(filledPage(3, 10, 20)).toBe(2);
    expect(filledPage(9, 10, 0)).toBe(1);
    expect(filledPage(2, 10, 11)).toBe(2);
    expect(pageCount(0, 10)).toBe(1);
  });
});
