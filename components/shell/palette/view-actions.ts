"use client";
import { SquareMousePointer } from "lucide-react";
import { useState } from "react";
import { viewInFront } from "../view-focus";
import type { PaletteCommand } from "./actions";

/** What stands for a record, a page or a place elsewhere is no action of the view. */
const elsewhere = "table, nav, li, [role=grid], [role=status]";

/** What the controls of the view in front do, by their names: each is two keys away (SH-10). */
export function useViewActions(): PaletteCommand[] {
  // As the view was before the palette lay over it.
  const [actions] = useState(() => actionsIn(viewInFront()));
  return actions;
}

/** None of a view over which a dialog lies, and of controls of one name in one section the first. */
function actionsIn(view: HTMLElement | undefined): PaletteCommand[] {
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
    actions.set(id, { id, label, hint, icon: SquareMousePointer, run });
  }
  return [...actions.values()];
}

/** The title of the box that a control stands in. */
function sectionOf(control: HTMLElement): string | undefined {
  return control.closest("section")?.querySelector("h2")?.textContent?.trim();
}

/** Once the palette has given the focus back, from where the control takes it as if it had been reached by Tab. */
function press(control: HTMLElement): void {
  control.focus();
  // Menus open by keys and by the pointer, not by what a script calls a click.
  if (control.getAttribute("aria-haspopup") === "menu")
    control.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  else control.click();
}
