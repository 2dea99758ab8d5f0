"use client";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn";
import { Kbd } from "./kbd";
import { usePortalContainer } from "./portal";
import type { TooltipSide } from "./tooltip";

interface Shown {
  text: string;
  /** Equivalent shortcut as displayed. */
  shortcut?: string;
  /** Control with its own tooltip; for truncated text, the element that contains it. */
  control?: Element;
  side: TooltipSide | "start";
  /** Position of the subject. */
  at: DOMRect;
  /** Dialog of the subject, outside of which everything is hidden from assistive technology. */
  within: Element | null;
}

const pointedAtFor = 400;
/** Milliseconds after a tooltip during which the next one appears without delay. */
const nextFor = 200;
const longest = 600;

/**
 * Shows the {@link Tooltip} of a control, and truncated or hidden text, on hover or keyboard focus (SH-08). Once per page with
 * delegated events, so that thousands of cells cost nothing and buttons only an attribute.
 */
export function Tooltips() {
  const container = usePortalContainer();
  const [shown, setShown] = useState<Shown>();

  useEffect(() => watch(setShown), []);

  if (!shown) return undefined;
  return createPortal(<Tip key={shown.text} {...shown} />, shown.within ?? container ?? document.body);
}

/** @returns a function that stops it */
function watch(setShown: (shown: Shown | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let subject: Element | undefined;
  /** The last pressed control shows no tooltip until the pointer leaves it. */
  let pressed: Element | undefined;
  let isShown = false;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  const hide = () => {
    clearTimeout(timer);
    if (isShown) hiddenAt = performance.now();
    isShown = false;
    subject = undefined;
    setShown(undefined);
  };
  const show = (element: Element, wait: number) => {
    if (element === subject) return;
    const isNext = isShown || performance.now() - hiddenAt < nextFor;
    hide();
    subject = element;
    const now = () => {
      const tip = tipOf(element);
      isShown = tip !== undefined;
      setShown(tip);
    };
    timer = setTimeout(now, isNext ? 0 : wait);
  };
  const point = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "touch") return;
    const element = target instanceof Element ? subjectAt(target) : undefined;
    if (element && element === pressed) return;
    pressed = undefined;
    if (element) show(element, pointedAtFor);
    else hide();
  };
  const press = ({ target }: Event) => {
    pressed = target instanceof Element ? subjectAt(target) : undefined;
    hide();
  };
  const focus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    const element = subjectAt(target) ?? cutOffInside(target);
    if (element) show(element, 0);
  };
  // Only after the focus has arrived: a modal dialog restores it when an element is removed.
  const leave = () => {
    const left = subject;
    setTimeout(() => subject === left && hide());
  };
  const close = ({ key }: KeyboardEvent) => {
    if (key === "Escape") hide();
  };
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("pointerover", point, { signal });
  document.addEventListener("pointerdown", press, { signal });
  document.addEventListener("click", press, { signal });
  document.addEventListener("focusin", focus, { signal });
  document.addEventListener("focusout", leave, { signal });
  document.addEventListener("keydown", close, { signal });
  document.addEventListener("scroll", hide, { capture: true, passive: true, signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function Tip({ text, shortcut, control, side, at }: Shown) {
  const tip = useRef<HTMLDivElement>(null);
  const id = useId();
  const [place, setPlace] = useState({ left: at.left, top: at.bottom + gap });

  useLayoutEffect(() => {
    const box = tip.current?.getBoundingClientRect();
    if (box) setPlace(placeOf(box, at, side));
  }, [at, side]);

  useEffect(() => {
    // aria-describedby would override its existing description.
    const isSaid = control?.matches("[aria-describedby], [aria-description]");
    const name = control?.getAttribute("aria-label") ?? control?.textContent?.trim();
    if (!control || isSaid || name === text) return;
    control.setAttribute("aria-describedby", id);
    return () => control.removeAttribute("aria-describedby");
  }, [control, text, id]);

  return (
    <div
      ref={tip}
      id={id}
      role="tooltip"
      style={place}
      className={cn(
        "pointer-events-none fixed z-50 w-max animate-fade break-words rounded border bg-raised px-2 py-1 text-text text-xs shadow-float",
        control ? "max-w-[min(320px,calc(100vw-16px))]" : "max-w-[min(336px,calc(100vw-16px))]",
      )}
    >
      {shortcut ? (
        <span className="flex items-center gap-2">
          {text} <Kbd>{shortcut}</Kbd>
        </span>
      ) : (
        text
      )}
    </div>
  );
}

const gap = 6;
const edge = 8;

function placeOf(box: DOMRect, at: DOMRect, side: Shown["side"]): { left: number; top: number } {
  const within = (from: number, size: number, room: number) =>
    Math.max(edge, Math.min(from, room - size - edge));
  const middle = within(at.top + (at.height - box.height) / 2, box.height, innerHeight);
  const [before, after] = [at.left - gap - box.width, at.right + gap];
  if (side === "left" && before >= edge) return { left: before, top: middle };
  if (side === "right" && after + box.width + edge <= innerWidth) return { left: after, top: middle };
  const [above, below] = [at.top - gap - box.height, at.bottom + gap];
  const isRoomBelow = below + box.height + edge <= innerHeight;
  const isAbove = side === "top" ? above >= edge : !isRoomBelow;
  const left = side === "start" ? at.left : at.left + (at.width - box.width) / 2;
  return { left: within(left, box.width, innerWidth), top: isAbove ? above : below };
}

const clipping = '.truncate, .cell-text, [class*="line-clamp-"]';

function isCutOff(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2;
}

/** Returns the subject at an element: a control with a tooltip, else truncated text. */
function subjectAt(element: Element): Element | undefined {
  return element.closest("[data-tooltip]") ?? cutOffAround(element) ?? labelOf(element);
}

function cutOffAround(element: Element): Element | undefined {
  const around = element.closest(clipping);
  // Text in an input can be read by moving the caret.
  return around && !around.matches("input, select, textarea") && isCutOff(around) ? around : undefined;
}

/** Returns the hidden label of an icon-only link or button; a disabled one explains itself. */
function labelOf(element: Element): Element | undefined {
  const label = element.closest("a, button:not([aria-disabled=true])")?.querySelector("[data-label]");
  return label && isCutOff(label) ? label : undefined;
}

/** Only in small elements, such as links, buttons and cells, not in a focused view. */
function cutOffInside(element: Element): Element | undefined {
  if (!element.matches("a, button, td, th, li, [role]") || element.matches("[role=tabpanel], [role=dialog]"))
    return;
  const inside = element.querySelectorAll(clipping);
  return inside.length <= 4 ? [...inside].find(isCutOff) : undefined;
}

function tipOf(element: Element): Shown | undefined {
  if (!element.isConnected) return undefined;
  const dialog = element.closest("[role=dialog]");
  // Popovers are positioned by a transform, which would offset the tooltip.
  const within = dialog?.closest("[data-popover]") ? null : dialog;
  const own = element.getAttribute("data-tooltip");
  const text = own === null ? (element.textContent ?? "").trim() : own || element.getAttribute("aria-label");
  if (!text) return undefined;
  const at = (element.closest("[data-label]")?.parentElement ?? element).getBoundingClientRect();
  if (own === null) return { text: text.slice(0, longest), side: "start", at, within };
  return {
    ...{ text, at, within, control: element },
    shortcut: element.getAttribute("data-tooltip-key") ?? undefined,
    side: (element.getAttribute("data-tooltip-side") ?? "bottom") as TooltipSide,
  };
}
