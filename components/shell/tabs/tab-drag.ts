import type { TabStore } from "@/lib/client/tabs/store";
import { moveRange } from "@/lib/client/tabs/tab-order";
import { stickyWidth } from "./sticky-width";
import type { MenuPlace } from "./tab-menu";

const dragThreshold = 6;
const longPressDelay = 350;
const edge = 36;
const scrollStep = 9;

interface Press {
  strip: HTMLElement;
  store: TabStore;
  id: string;
  down: PointerEvent;
  openMenu: (place: MenuPlace) => void;
}

/**
 * Tracks a pointer pressed on a tab. A moving mouse drags the tab; touch drags after a long press, since it scrolls otherwise,
 * and opens the tab's menu if released without moving.
 */
export function follow({ strip, store, id, down, openMenu }: Press): void {
  const stop = new AbortController();
  const { signal } = stop;
  const touch = down.pointerType !== "mouse";
  let drag: Drag | undefined;
  let moved = false;

  const pickUp = () => {
    drag = startDrag(strip, store, id, down.clientX);
  };
  const hold = touch ? setTimeout(pickUp, longPressDelay) : undefined;
  signal.addEventListener("abort", () => {
    clearTimeout(hold);
    drag?.end();
  });

  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    // Released outside the window, without an event.
    if (!touch && event.buttons === 0) return stop.abort();
    moved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > dragThreshold;
    if (!moved) return;
    if (!drag && touch) return stop.abort();
    if (!drag) pickUp();
    drag?.to(event.clientX);
  };
  const lift = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (drag) suppressNextClick();
    if (drag && moved) drag.drop();
    else if (drag && touch) openMenu({ id, x: event.clientX, y: event.clientY });
    stop.abort();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag) return;
    event.preventDefault();
    suppressNextClick();
    stop.abort();
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", lift, { signal });
  window.addEventListener("pointercancel", () => stop.abort(), { signal });
  window.addEventListener("blur", () => stop.abort(), { signal });
  window.addEventListener("keydown", cancel, { signal, capture: true });
}

/** Suppresses the click at the end of a drag. */
function suppressNextClick(): void {
  const stop = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, signal: stop.signal });
  const done = () => setTimeout(() => stop.abort(), 50);
  window.addEventListener("pointerup", done, { once: true });
  done();
}

interface Drag {
  to(x: number): void;
  drop(): void;
  end(): void;
}

/** Drags a tab while the others make room. Only transforms change until it is dropped. */
function startDrag(strip: HTMLElement, store: TabStore, id: string, startX: number): Drag | undefined {
  const { tabs } = store.getState();
  const { from, first, last } = moveRange(tabs, id);
  const items = tabs.slice(first, last + 1).map((tab) => measured(strip, tab.id));
  const own = items[from - first];
  const start = items[0];
  const end = items.at(-1);
  if (!own || !start || !end) return undefined;

  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const startScroll = strip.scrollLeft;
  let pointer = startX;
  let place = from;
  let frame = 0;
  strip.dataset.dragging = "";
  for (const item of items)
    for (const { style } of item.elements) {
      if (item === own) style.zIndex = "10";
      else if (!calm) style.transition = "transform 120ms";
    }
  for (const { style } of own.elements) style.boxShadow = "var(--shadow-float)";

  const draw = () => {
    const wanted = pointer - startX + strip.scrollLeft - startScroll;
    const shift = Math.min(
      Math.max(wanted, start.left - own.left),
      end.left + end.width - own.left - own.width,
    );
    const left = own.left + shift;
    // A tab moves once half of it is covered. Widths differ by fractions of a pixel, so centres cannot decide the order.
    const isBefore = (item: Item, index: number) =>
      item.left + item.width / 2 < (first + index < from ? left : left + own.width);
    place = first + items.filter((item, index) => item !== own && isBefore(item, index)).length;
    items.forEach((item, index) => {
      const at = first + index;
      const aside = at > from && at <= place ? -own.width : at < from && at >= place ? own.width : 0;
      for (const { style } of item.elements)
        style.transform = `translateX(${item === own ? shift : aside}px)`;
    });
  };

  /** Scrolls automatically at the ends of the strip. */
  const scroll = () => {
    const { left: start, right } = strip.getBoundingClientRect();
    // Sticky tabs cover the others.
    const left = own.elements[0]?.closest("[data-kept]") ? start : start + stickyWidth(strip);
    const by = pointer < left + edge ? -scrollStep : pointer > right - edge ? scrollStep : 0;
    const before = strip.scrollLeft;
    if (by !== 0) strip.scrollLeft += by;
    if (strip.scrollLeft !== before) draw();
    frame = requestAnimationFrame(scroll);
  };

  return {
    to(x) {
      pointer = x;
      draw();
      if (frame === 0) frame = requestAnimationFrame(scroll);
    },
    drop() {
      this.end();
      store.actions.move(id, place);
    },
    end() {
      cancelAnimationFrame(frame);
      delete strip.dataset.dragging;
      for (const { elements } of items)
        for (const { style } of elements) {
          for (const property of ["transform", "transition", "z-index", "box-shadow"])
            style.removeProperty(property);
        }
    },
  };
}

type Item = ReturnType<typeof measured>;

function measured(strip: HTMLElement, id: string) {
  const elements = ["tab", "close"].flatMap((part) => {
    const element = strip.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${part}`)}`);
    return element ?? [];
  });
  const { left, width } = elements[0]?.getBoundingClientRect() ?? { left: 0, width: 0 };
  return { elements, left, width };
}
