import { expect, test } from "vitest";
import { searchIcons } from "./icon-names";

const names = ["AlarmClock", "Calendar", "CalendarDays", "FileText", "BookText"];

test.each([
  ["", names],
  ["   ", names],
  ["calendar", ["Calendar", "CalendarDays"]],
  ["CALENDAR-days", ["CalendarDays"]],
  ["text file", ["FileText"]],
  ["clock", ["AlarmClock"]],
  ["zebra", []],
  ["[", []],
])("[RT-05] searching icons for %j", (phrase, found) => {
  expect(searchIcons(names, phrase)).toEqual(found);
});

test("[RT-05] prefix matches come first", () => {
  expect(searchIcons(["ArrowUp", "UpArrow"], "up")).toEqual(["UpArrow", "ArrowUp"]);
});
