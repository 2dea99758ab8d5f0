/** How much of the strip's beginning the tabs take that stay while the others scroll. */
export function stickyWidth(strip: HTMLElement): number {
  const kept = strip.querySelector<HTMLElement>("[data-kept]");
  return kept ? kept.offsetWidth + Number.parseFloat(getComputedStyle(kept).left) : 0;
}
