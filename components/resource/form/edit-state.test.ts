import { describe, expect, test } from "vitest";
import { type EditEvent, type EditState, editReducer, reading } from "./edit-state";

type State = EditState<string, string>;
type Event = EditEvent<string, string>;

const start = { version: 1, values: "first" };
const later = { version: 2, values: "second" };
const conflict = { before: {}, yours: {}, theirs: {}, stored: "second" };
const states: Record<State["status"], State> = {
  reading,
  editing: { status: "editing", start },
  saving: { status: "saving", start },
  conflicted: { status: "conflicted", start, conflict },
};
const events: Record<Event["type"], Event> = {
  begin: { type: "begin", start: later },
  save: { type: "save" },
  settle: { type: "settle" },
  collide: { type: "collide", conflict },
  keepEditing: { type: "keepEditing" },
  rebase: { type: "rebase", start: later },
  stop: { type: "stop" },
};
const run = (...types: Event["type"][]) =>
  types.reduce<State>((state, type) => editReducer(state, events[type]), reading);

describe("the states of an edit", () => {
  test.each<[State["status"], Record<Event["type"], State["status"]>]>([
    [
      "reading",
      {
        begin: "editing",
        save: "reading",
        settle: "reading",
        collide: "reading",
        keepEditing: "reading",
        rebase: "editing",
        stop: "reading",
      },
    ],
    [
      "editing",
      {
        begin: "editing",
        save: "saving",
        settle: "editing",
        collide: "conflicted",
        keepEditing: "editing",
        rebase: "editing",
        stop: "reading",
      },
    ],
    [
      "saving",
      {
        begin: "editing",
        save: "saving",
        settle: "editing",
        collide: "conflicted",
        keepEditing: "saving",
        rebase: "editing",
        stop: "reading",
      },
    ],
    [
      "conflicted",
      {
        begin: "editing",
        save: "conflicted",
        settle: "conflicted",
        collide: "conflicted",
        keepEditing: "editing",
        rebase: "editing",
        stop: "reading",
      },
    ],
  ])("[FM-01] [FM-09] from %s each event leads to its state", (from, expected) => {
    const found = Object.values(events).map((event) => [event.type, editReducer(states[from], event).status]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("an event without effect returns the same object, so that nothing renders", () => {
    expect(editReducer(states.editing, events.settle)).toBe(states.editing);
    expect(editReducer(states.conflicted, events.save)).toBe(states.conflicted);
    expect(editReducer(states.reading, events.stop)).toBe(states.reading);
  });

  test("[FM-09] a conflict keeps the start of the edit, and overwriting starts from the stored record", () => {
    expect(run("begin", "save", "collide", "settle")).toEqual({
      status: "conflicted",
      start: later,
      conflict,
    });
    expect(editReducer(states.conflicted, events.keepEditing)).toEqual({ status: "editing", start });
    expect(editReducer(states.conflicted, events.rebase)).toEqual({ status: "editing", start: later });
  });

  test("input typed while saving begins the next edit, which the end of the save leaves open", () => {
    expect(run("begin", "save", "rebase", "settle")).toEqual({ status: "editing", start: later });
  });
});
