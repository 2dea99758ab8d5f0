"use client";
import { type RefObject, useEffect, useRef } from "react";
import { useTabStore } from "@/lib/client/tabs/context";
import type { MenuPlace } from "./tab-menu";

/** Milliseconds without a wheel event after which the strip snaps to a tab. */
const wheelPause = 120;

const loadDrag = () => import("./tab-drag");

/** Returns the tab of an event on the tab or its close button. */
export function tabIdAt(target: EventTarget | null): string | undefined {
  const element = target instanceof Element ? target.closest("[id$='-tab'], [id$='-close']") : null;
  return element?.id.replace(/-(tab|close)$/, "");
}

/**
 * Pointer gestures in the strip besides clicks: drag, context menu by long press or right click, and wheel scrolling. The drag
 * code is loaded when a pointer comes near.
 */
export function useTabPointer(
  strip: RefObject<HTMLElement | null>,
  openMenu: (place: MenuPlace) => void,
): void {
  const store = useTabStore();
  const latest = useRef(openMenu);
  latest.current = openMenu;

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const menu = (place: MenuPlace) => latest.current(place);

    const press = (down: PointerEvent) => {
      const id = tabIdAt(down.target);
      const onTab = down.target instanceof Element && down.target.closest("[role=tab]") !== null;
      if (id === undefined || !onTab || down.button !== 0 || !down.isPrimary) return;
      // A replayed event from before hydration: the pointer has been released since.
      if (!down.isTrusted) return;
      const released = new AbortController();
      for (const end of ["pointerup", "pointercancel"])
        window.addEventListener(end, () => released.abort(), { signal: released.signal });
      loadDrag().then(
        ({ follow }) =>
          released.signal.aborted || follow({ strip: element, store, id, down, openMenu: menu }),
        () => undefined,
      );
    };
    element.addEventListener("pointerdown", press, { signal });
    const prepare = () => void loadDrag().catch(() => undefined);
    element.addEventListener("pointerenter", prepare, { signal, once: true });

    const askForMenu = (event: MouseEvent) => {
      event.preventDefault();
      // On touch the menu opens on release: until then the tab may be dragged.
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      menu({ id: tabIdAt(event.target), x: event.clientX, y: event.clientY });
    };
    element.addEventListener("contextmenu", askForMenu, { signal });

    const preventScroll = (event: TouchEvent) => {
      if (element.dataset.dragging !== undefined) event.preventDefault();
    };
    element.addEventListener("touchmove", preventScroll, { signal, passive: false });

    let wheeled: ReturnType<typeof setTimeout>;
    const scroll = ({ deltaX, deltaY }: WheelEvent) => {
      if (deltaX !== 0) return;
      // Each small step would snap back.
      element.style.scrollSnapType = "none";
      element.scrollLeft += deltaY;
      clearTimeout(wheeled);
      wheeled = setTimeout(() => element.style.removeProperty("scroll-snap-type"), wheelPause);
    };
    element.addEventListener("wheel", scroll, { signal, passive: true });
    return () => stop.abort();
  }, [strip, store]);
}
