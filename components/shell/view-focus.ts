import { focusWhenFree } from "@/components/ui/focus-later";

/** What had the focus last in each panel of a view. */
const last = new WeakMap<Element, HTMLElement>();

export function rememberFocus(panel: Element, target: HTMLElement): void {
  last.set(panel, target);
}

/** Where the focus goes in a panel: to what had it there last, or to the panel, from which Tab leads to its first control. */
export function focusOf(panel: HTMLElement): HTMLElement {
  const target = last.get(panel);
  return target?.isConnected && panel.contains(target) ? target : panel;
}

/**
 * Gives a view that comes to the front its focus. Whoever steers by keyboard stays in the tab strip; and what took the
 * focus by itself keeps it.
 */
export function focusView(panel: HTMLElement | null): void {
  if (!panel) return;
  const { activeElement } = document;
  // What had the focus before the page's code ran: nothing has said so.
  if (activeElement instanceof HTMLElement && panel.contains(activeElement))
    rememberFocus(panel, activeElement);
  // What had it in the tab that went behind is not seen any more, but loses it only when the browser paints.
  if (activeElement !== document.body && activeElement?.checkVisibility()) return;
  focusOf(panel).focus({ preventScroll: true });
}

export function viewInFront(): HTMLElement | undefined {
  const panels = document.querySelectorAll<HTMLElement>("#content > [role=tabpanel]");
  return [...panels].find((panel) => panel.checkVisibility());
}

/** Has the focus follow into the view that a menu or panel of the frame leads to, once that has closed (SH-11). */
export function followIntoView(): void {
  focusWhenFree(() => {
    const inFront = viewInFront();
    return inFront && focusOf(inFront);
  });
}
