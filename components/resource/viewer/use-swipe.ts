"use client";
import { type TouchEvent, useRef } from "react";

const shortest = 60;
const slowest = 600;

/**
 * Handlers that distinguish a fast horizontal swipe from scrolling and pinching.
 * @param onSwipe 1 for next (swipe left), -1 for previous
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number; at: number }>(undefined);
  return {
    onTouchStart({ touches, timeStamp, target }: TouchEvent) {
      const touch = touches.item(0);
      const isOne = touches.length === 1 && touch && !hasOwnGestures(target);
      start.current = isOne ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined;
    },
    onTouchEnd({ changedTouches, timeStamp }: TouchEvent) {
      const touch = changedTouches.item(0);
      const from = start.current;
      start.current = undefined;
      if (!from || !touch || timeStamp - from.at > slowest) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) < shortest || Math.abs(x) < 2 * Math.abs(y)) return;
      onSwipe(x < 0 ? 1 : -1);
    },
  };
}

/** Whether an element has its own gestures: a player's slider, an enlarged picture, or horizontal scrolling. */
function hasOwnGestures(target: EventTarget): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.matches("video, audio, input, select, textarea, [data-own-gestures]")) return true;
    if (
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowX)
    )
      return true;
    if (element.matches("[role=dialog]")) return false;
  }
  return false;
}
