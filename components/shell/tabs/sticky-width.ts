/** Width of the sticky tabs at the start of the strip. */
export function stickyWidth(strip: HTMLElement): number {
  const kept = strip.querySelector<HTMLElement>("[data-kept]");
  return kept ? kept.getBoundingClientRect().width + Number.parseFloat(getComputedStyle(kept).left) : 0;
}
