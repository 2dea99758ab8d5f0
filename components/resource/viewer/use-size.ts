"use client";
import { type RefObject, useEffect, useState } from "react";
import { type Size, zoomStep } from "./image/geometry";

/** Content size of an element, kept up to date; zero until known. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const [smallest, largest] = [0.25, 4];

/**
 * The zoom chosen by the user, or the one at which a page fills the width.
 * @param fullWidth width of a page at 100 %, in CSS pixels
 * @param maxAutoZoom limit while the user has not zoomed
 * @param around horizontal padding at any zoom, in CSS pixels
 */
export function useZoom(
  area: RefObject<HTMLElement | null>,
  fullWidth: number,
  maxAutoZoom: number,
  around = 0,
) {
  const [chosen, setZoom] = useState<number>();
  const { width } = useSize(area);
  const fitting = width > 0 ? Math.min(maxAutoZoom, Math.max(smallest, (width - around) / fullWidth)) : 1;
  const zoom = chosen ?? fitting;
  const zoomBy = (factor: number) => setZoom(Math.min(largest, Math.max(smallest, zoom * factor)));
  return {
    zoom,
    setZoom,
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    fit: () => setZoom(undefined),
  };
}
