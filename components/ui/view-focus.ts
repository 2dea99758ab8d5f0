import { focusWhenFree } from "@/components/ui/focus-later";

/** Last focused element in each panel of a view. */
const last = new WeakMap<Element, HTMLElement>();

export function rememberFocus(panel: Element, target: HTMLElement): void {
  last.set(panel, target);
}

/** Where the focus goes in a panel: the last focused element, or the panel itself, from which Tab reaches its first control. */
export function focusOf(panel: HTMLElement): HTMLElement {
  const target = last.get(panel);
  return target?.isConnected && panel.contains(target) ? target : panel;
}

/** Restores the focus of an activated view. Keyboard users stay in the tab strip, and an element that focused itself keeps it. */
export function focusView(panel: HTMLElement | null): void {
  if (!panel) return;
  const { activeElement } = document;
  // Focused before hydration, without an event.
  if (activeElement instanceof HTMLElement && panel.contains(activeElement))
    rememberFocus(panel, activeElement);
  // The element in the hidden tab loses the focus only at the next paint.
  if (activeElement !== document.body && activeElement?.checkVisibility()) return;
  focusOf(panel).focus({ preventScroll: true });
}

export function viewInFront(): HTMLElement | undefined {
  const panels = document.querySelectorAll<HTMLElement>("#content > [role=tabpanel]");
  return [...panels].find((panel) => panel.checkVisibility());
}

/** Whether a modal dialog is open, behind which nothing may change. */
export function isDialogOpen(): boolean {
  return document.getElementById("content")?.closest("[aria-hidden=true], [inert]") != null;
}

/** Moves the focus into the view that a menu or panel links to, after that has closed (SH-11). */
export function followIntoView(): void {
  focusWhenFree(() => {
    const activePanel = viewInFront();
    return activePanel && focusOf(activePanel);
  });
}
