"use client";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { usePortalContainer } from "./portal";

interface Shown {
  text: string;
  /** Where the text that is cut off stands. */
  at: DOMRect;
  /** The dialog that it stands in, outside of which nothing is seen by assistive technology. */
  within: Element | null;
}

const pointedAtFor = 400;
const longest = 600;

/**
 * Shows the whole of any text that is cut off, or left out beside its icon, while it is pointed at, or while what it
 * belongs to has the keyboard's focus (SH-08). Once around the whole page: it watches, so that thousands of cells cost nothing.
 */
export function OverflowTooltip() {
  const container = usePortalContainer();
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let subject: Element | undefined;
    const hide = () => {
      clearTimeout(timer);
      subject = undefined;
      setShown(undefined);
    };
    const show = (element: Element, wait: number) => {
      if (element === subject) return;
      hide();
      subject = element;
      timer = setTimeout(() => setShown(wholeOf(element)), wait);
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === "touch") return;
      const element = target instanceof Element ? (cutOffAround(target) ?? labelOf(target)) : undefined;
      if (element) show(element, pointedAtFor);
      else hide();
    };
    const focus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
      const element = cutOffAround(target) ?? labelOf(target) ?? cutOffInside(target);
      if (element) show(element, 0);
    };
    // Only when the focus has arrived: a modal dialog takes back what moves on while something in it is removed.
    const leave = () => {
      const left = subject;
      setTimeout(() => subject === left && hide());
    };
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") hide();
    };
    document.addEventListener("pointerover", point);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", leave);
    document.addEventListener("keydown", close);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", point);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("keydown", close);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);

  const target = shown?.within ?? container;
  return shown && target ? createPortal(<Tip key={shown.text} {...shown} />, target) : null;
}

function Tip({ text, at }: Shown) {
  const tip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: at.left, top: at.bottom + gap });

  useLayoutEffect(() => {
    const box = tip.current?.getBoundingClientRect();
    if (!box) return;
    const below = at.bottom + gap;
    setPlace({
      left: Math.max(edge, Math.min(at.left, innerWidth - box.width - edge)),
      top: below + box.height + edge > innerHeight ? at.top - gap - box.height : below,
    });
  }, [at]);

  return (
    <div
      ref={tip}
      role="tooltip"
      style={place}
      className="pointer-events-none fixed z-50 w-max max-w-[min(336px,calc(100vw-16px))] animate-fade break-words rounded border bg-raised px-2 py-1 text-text text-xs shadow-float"
    >
      {text}
    </div>
  );
}

const gap = 6;
const edge = 8;

const clipping = '.truncate, .cell-text, [class*="line-clamp-"]';

function isCutOff(element: Element): boolean {
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2;
}

function cutOffAround(element: Element): Element | undefined {
  const around = element.closest(clipping);
  // What an input holds can be read by moving in it.
  return around && !around.matches("input, select, textarea") && isCutOff(around) ? around : undefined;
}

/** The words of a link or button for which its icon stands where there is no room; one that is off says why by itself. */
function labelOf(element: Element): Element | undefined {
  const label = element.closest("a, button:not([aria-disabled=true])")?.querySelector("[data-label]");
  return label && isCutOff(label) ? label : undefined;
}

/** Only in small things, such as links, buttons and cells: a focused view is not what somebody wants to read. */
function cutOffInside(element: Element): Element | undefined {
  if (!element.matches("a, button, td, th, li, [role]") || element.matches("[role=tabpanel], [role=dialog]"))
    return;
  const inside = element.querySelectorAll(clipping);
  return inside.length <= 4 ? [...inside].find(isCutOff) : undefined;
}

function wholeOf(element: Element): Shown | undefined {
  const text = (element.textContent ?? "").trim().slice(0, longest);
  if (!text || !element.isConnected) return undefined;
  const dialog = element.closest("[role=dialog]");
  // Popovers are moved by a transform, which would carry the tooltip along.
  const within = dialog?.closest("[data-radix-popper-content-wrapper]") ? null : dialog;
  const at = (element.closest("[data-label]")?.parentElement ?? element).getBoundingClientRect();
  return { text, at, within };
}
