"use client";
import { useEffect } from "react";

// What the server has rendered can be clicked and typed into before its code has taken over. React drops such
// clicks, and puts the first value back over what was typed. Clicks are held back from the moment that the first
// code runs until the view works, and then done again; of fields, the last value is kept and entered again.

/** Milliseconds after which clicks go through even when a view's code never arrives: plain links still work then. */
const patience = 10_000;

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Early {
  /** Menus open when a button goes down, all else when it has come up again. */
  clicks: MouseEvent[];
  typed: Map<TextField, string>;
}

let early: Early | undefined;

function hold(event: MouseEvent): void {
  if (event.type === "click") event.preventDefault();
  event.stopImmediatePropagation();
  early?.clicks.push(event);
}

/** Fields that take text: the value of a check box or of a button is not typed. */
function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit", "file"].includes(target.type)
  );
}

function note(event: Event): void {
  if (isTextField(event.target)) early?.typed.set(event.target, event.target.value);
}

/** Enters a value as a person does: React takes an input event for a change only if the value is not the one it knows. */
function enter(field: TextField, value: string): void {
  const of = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(of.prototype, "value")?.set?.call(field, value);
  if (selectionStart !== null && document.activeElement === field)
    field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function release(): void {
  const held = early;
  if (!held) return;
  early = undefined;
  removeEventListener("pointerdown", hold, true);
  removeEventListener("click", hold, true);
  removeEventListener("input", note, true);
  for (const [field, value] of held.typed) if (field.isConnected) enter(field, value);
  for (const click of held.clicks)
    if (click.target instanceof Element && click.target.isConnected)
      click.target.dispatchEvent(new (click.constructor as typeof MouseEvent)(click.type, click));
}

if (typeof window !== "undefined") {
  early = { clicks: [], typed: new Map() };
  // What was typed, or filled in by the browser, before even this code had arrived.
  for (const field of document.querySelectorAll("input, textarea"))
    if (isTextField(field) && field.value !== field.defaultValue) early.typed.set(field, field.value);
  addEventListener("pointerdown", hold, true);
  addEventListener("click", hold, true);
  addEventListener("input", note, true);
  setTimeout(release, patience);
}

/** Stands beside what is shown first and lets through what was clicked and typed before it worked. */
export function EarlyInput(): null {
  useEffect(() => {
    // After the effects of what is around it: those may have to listen before anything happens.
    setTimeout(release);
  }, []);
  return null;
}
