"use client";
import { useState } from "react";
import type { Point, Size } from "../image/geometry";
import {
  type Area,
  type Drawing,
  movedShape,
  type Pen,
  resizedArea,
  resizedShape,
  type Shape,
  within,
} from "./drawing";

export const tools = ["select", "pen", "arrow", "rectangle", "text", "crop"] as const;
export type Tool = (typeof tools)[number];

interface History {
  /** All states since the picture was opened. */
  states: readonly Drawing[];
  at: number;
  /** Merges consecutive steps with the same name, such as moves by arrow keys. */
  step?: string;
}

const initial: History = { states: [{ shapes: [] }], at: 0 };

/**
 * Shapes on a picture with undo and redo, the shape in use, and the crop before it is applied.
 * @param full size of the whole picture
 */
export function useDrawing(full: Size) {
  const [history, setHistory] = useState(initial);
  const [tool, setTool] = useState<Tool>("pen");
  const [pen, setPen] = useState<Pen>({ width: 5, colour: "blue" });
  const [chosen, setChosen] = useState(-1);
  const [cropping, setCropping] = useState<Area>();
  const drawing = history.states[history.at] ?? { shapes: [] };
  const kept: Area = drawing.crop ?? { x: 0, y: 0, ...full };
  const selected = drawing.shapes[chosen];

  const change = (next: (before: Drawing) => Drawing, step?: string) =>
    setHistory((before) => {
      const isMerged = step !== undefined && step === before.step;
      const now = before.states[before.at] ?? { shapes: [] };
      const states = [...before.states.slice(0, isMerged ? before.at : before.at + 1), next(now)];
      return { states, at: states.length - 1, step };
    });
  const replace = (next: (shape: Shape) => Shape, step: string) =>
    change(
      ({ shapes, ...kept }) => ({
        ...kept,
        shapes: shapes.map((one, index) => (index === chosen ? next(one) : one)),
      }),
      `${step} ${chosen}`,
    );
  const goTo = (at: number) => {
    if (!history.states[at]) return;
    setHistory({ ...history, at, step: undefined });
    setChosen(-1);
  };
  const add = (shape: Shape) => {
    change((before) => ({ ...before, shapes: [...before.shapes, shape] }));
    if (shape.kind !== "pen") setChosen(drawing.shapes.length);
  };

  return {
    ...{ drawing, kept, tool, pen, selected, cropping, add },
    isChanged: history.at > 0,
    undo: history.at > 0 ? () => goTo(history.at - 1) : undefined,
    redo: history.at + 1 < history.states.length ? () => goTo(history.at + 1) : undefined,
    choose: setChosen,
    chooseNext: () => setChosen(drawing.shapes.length > 0 ? (chosen + 1) % drawing.shapes.length : -1),
    setTool(next: Tool) {
      setTool(next);
      if (next !== "select") setChosen(-1);
      setCropping(next === "crop" ? inset(kept) : undefined);
    },
    /** Also recolours the selected shape. */
    setPen(next: Pen) {
      setPen(next);
      if (selected) replace((shape) => ({ ...shape, ...next }), "pen");
    },
    /** Places a shape in the middle, for the keyboard. */
    place(text: string) {
      const { x, y, width, height } = inset(inset(kept));
      const [from, to] = [
        { x, y },
        { x: x + width, y: y + height },
      ];
      if (tool === "arrow" || tool === "rectangle") add({ ...pen, kind: tool, points: [from, to] });
      if (tool === "text") add({ ...pen, kind: "text", points: [from], text });
    },
    setText(text: string) {
      replace((shape) => (shape.kind === "text" ? { ...shape, text } : shape), "text");
    },
    move(by: Point) {
      if (cropping)
        setCropping((area) => area && within({ ...area, x: area.x + by.x, y: area.y + by.y }, kept));
      else if (selected) replace((shape) => movedShape(shape, by), "move");
    },
    resize(by: Point) {
      if (cropping) setCropping((area) => area && resizedArea(area, by, kept));
      else if (selected) replace((shape) => resizedShape(shape, by), "resize");
    },
    remove() {
      if (!selected) return;
      change((before) => ({ ...before, shapes: before.shapes.filter((one) => one !== selected) }));
      setChosen(-1);
    },
    setCropping: (area: Area) => setCropping(within(area, kept)),
    applyCrop() {
      if (cropping) change((before) => ({ ...before, crop: cropping }));
      setCropping(undefined);
      setTool("pen");
    },
    /** Ends the selection or the crop; returns whether there was one. */
    release(): boolean {
      setChosen(-1);
      setCropping(undefined);
      if (cropping) setTool("pen");
      return cropping !== undefined || selected !== undefined;
    },
  };
}

export type DrawingControl = ReturnType<typeof useDrawing>;

/** Returns the middle of an area, at four fifths of its size. */
function inset({ x, y, width, height }: Area): Area {
  return {
    ...{ x: Math.round(x + width / 10), y: Math.round(y + height / 10) },
    ...{ width: Math.round(width * 0.8), height: Math.round(height * 0.8) },
  };
}
