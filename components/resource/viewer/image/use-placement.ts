"use client";
import { type RefObject, useState } from "react";
import { useSize } from "../use-size";
import {
  bounded,
  boundedScale,
  fitScale,
  type Placement,
  type Point,
  type Size,
  scaledAbout,
  turned,
} from "./geometry";

const middle: Point = { x: 0, y: 0 };

/**
 * Placement of a picture: fitted until the user zooms, and again on request. Refits when the window or rotation changes.
 * @param picture its natural size, once known
 */
export function usePlacement(stageElement: RefObject<HTMLElement | null>, picture: Size) {
  const stage = useSize(stageElement);
  const [turns, setTurns] = useState(0);
  const [chosen, setChosen] = useState<Placement>();
  const lying = turned(picture, turns);
  const fit = fitScale(stage, lying);
  const placement = bounded(chosen ?? { scale: fit, ...middle }, stage, lying);

  const change = (next: (now: Placement) => Placement) =>
    setChosen((before) =>
      bounded(next(bounded(before ?? { scale: fit, ...middle }, stage, lying)), stage, lying),
    );

  return {
    placement,
    turns,
    isFitted: chosen === undefined,
    /** Larger than the stage, so that it can be moved. */
    isBeyond:
      lying.width * placement.scale > stage.width + 1 || lying.height * placement.scale > stage.height + 1,
    /** @param about fixed point, relative to the stage's centre */
    zoomBy: (factor: number, about: Point = middle) =>
      change((now) => scaledAbout(now, boundedScale(now.scale * factor, fit), about)),
    zoomTo: (scale: number, about: Point = middle) => change((now) => scaledAbout(now, scale, about)),
    moveBy: (by: Point) => change(({ scale, x, y }) => ({ scale, x: x + by.x, y: y + by.y })),
    fit: () => setChosen(undefined),
    turn: (quarters: 1 | -1) => {
      // Cumulative instead of modulo 4, so that a turn is never animated backwards.
      setTurns(turns + quarters);
      setChosen(undefined);
    },
  };
}
