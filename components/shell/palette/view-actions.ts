"use client";
import { SquareMousePointer } from "lucide-react";
import { useState } from "react";
import { withoutPrefix } from "@/lib/client/tabs/address";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { viewInFront } from "../../ui/view-focus";
import type { PaletteCommand } from "./actions";

/** Controls that represent records, pages or other places are not actions of the view. */
const elsewhere = "table, nav, li, [role=grid], [role=status]";

/** Lists the controls of the active view as commands, by their names (SH-10). */
export function useViewActions(): PaletteCommand[] {
  const prefix = usePrefix();
  // Read once, since the palette covers the view afterwards.
  const [actions] = useState(() => findActions(viewInFront(), prefix));
  return actions;
}

/** Empty if a dialog covers the view; of equally named controls in a section, only the first. */
function findActions(view: HTMLElement | undefined, prefix: string): PaletteCommand[] {
  if (!view || view.closest("[inert], [aria-hidden=true]")) return [];
  const actions = new Map<string, PaletteCommand>();
  for (const control of view.querySelectorAll<HTMLElement>("button, a[href], [role=tab]")) {
    const label = (control.getAttribute("aria-label") ?? control.textContent ?? "").trim();
    const isOff = control.matches(":disabled, [aria-disabled=true]");
    if (!label || isOff || control.closest(elsewhere) || !control.checkVisibility()) continue;
    const hint = sectionOf(control);
    const id = `here:${hint ?? ""}:${label}`;
    if (actions.has(id)) continue;
    const run = () => setTimeout(() => press(control));
    const address = addressOf(control, prefix);
    const keys = control.getAttribute("data-tooltip-key") ?? undefined;
    actions.set(id, { id, label, hint, keys, icon: SquareMousePointer, address, run });
  }
  return [...actions.values()];
}

/** Returns the address that a link within the product leads to. */
function addressOf(control: HTMLElement, prefix: string): string | undefined {
  const href = control.getAttribute("href");
  return href?.startsWith("/") ? withoutPrefix(prefix, href) : undefined;
}

/** Returns the title of the section that contains a control. */
function sectionOf(control: HTMLElement): string | undefined {
  return control.closest("section")?.querySelector("h2")?.textContent?.trim();
}

/** Activates a control after the palette has restored the focus, as if reached by Tab. */
function press(control: HTMLElement): void {
  // Controls of a closed menu are hidden, and keep no focus.
  if (!control.closest("[aria-hidden=true]")) control.focus();
  // Menus open on key and pointer events, not on a scripted click.
  if (control.getAttribute("aria-haspopup") === "menu")
    control.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  else control.click();
}
