import { expect, test } from "vitest";
import { daysOf, foldedRows, linesOf, statementOf } from "./sentence";

const change = (id: string, type: string, at: string, changedBy = "Hannah") => ({
  ...{ id, type, changedBy, recordId: id, recordName: id },
  changedOn: `2026-03-01T${at}:00.000Z`,
});
const ids = (lines: { id: string }[][]) => lines.map((line) => line.map(({ id }) => id).join(""));

test("[HI-02] a change is described by its type, its part, its fields, or by its label", () => {
  const value = (name: string) => ({ name, previous: "a", current: "b", isCut: false });
  expect(statementOf({ type: "UserCreated" })).toEqual({ text: "created", noun: "User" });
  expect(statementOf({ type: "AttachmentStatusDeleted" })).toEqual({
    text: "deleted",
    noun: "AttachmentStatus",
  });
  expect(statementOf({ type: "UserRoleAdded", subject: "Clerk" })).toEqual({ text: "added", noun: "Role" });
  expect(statementOf({ type: "UserUpdated", values: [value("lastName")] })).toEqual({
    text: "changed",
    field: "lastName",
  });
  expect(statementOf({ type: "UserUpdated", fields: ["lastName", "email"] })).toEqual({
    text: "changedMany",
    count: 2,
  });
  expect(statementOf({ type: "UserPasswordChanged" })).toEqual({ text: "changed", field: "password" });
  expect(statementOf({ type: "RoleAttributeChanged", subject: "Colour" })).toEqual({
    text: "changed",
    field: "attributeValue",
  });
  for (const type of ["UserSignedIn", "InvitationDeleted", "UserUpdated", "Something"])
    expect(statementOf({ type })).toEqual({ text: "other" });
  expect(statementOf({ type: "UserApiKeyCreated", subject: "CI" })).toEqual({ text: "other" });
});

test("[HI-02] at least three alike changes of one person, close in time, are one line at the newest", () => {
  const changes = [
    change("a", "UserCreated", "12:05"),
    change("b", "UserRoleAdded", "12:04"),
    change("c", "UserCreated", "12:03"),
    change("d", "UserCreated", "12:02", "Ben"),
    change("e", "UserCreated", "12:01"),
    change("f", "UserCreated", "10:00"),
  ];
  expect(ids(linesOf(changes))).toEqual(["ace", "b", "d", "f"]);
  expect(ids(linesOf(changes.slice(0, 4)))).toEqual(["a", "b", "c", "d"]);
});

test("[HI-02] changes are split by day, newest first", () => {
  const changes = [change("a", "UserCreated", "12:00"), change("b", "RoleCreated", "01:00")];
  expect(daysOf(changes, (instant) => (instant.includes("T12") ? "Monday" : "Sunday"))).toEqual([
    { day: "Monday", lines: [[changes[0]]] },
    { day: "Sunday", lines: [[changes[1]]] },
  ]);
});

test("[HI-02] [HI-03] rows of a page are folded behind their first in either order, and unfolded below it", () => {
  const changes = ["12:04", "12:03", "12:02", "11:00"].map((at, index) =>
    change(`${index}`, "UserCreated", at),
  );
  const shown = (rows: typeof changes, ...unfolded: string[]) =>
    foldedRows(rows, () => "Monday", new Set(unfolded)).map(
      ({ id, alike, isBehind }) => `${isBehind ? "-" : ""}${id}${alike ? `+${alike.length}` : ""}`,
    );
  expect(shown(changes)).toEqual(["0+2", "3"]);
  expect(shown(changes, "0")).toEqual(["0+2", "-1", "-2", "3"]);
  expect(shown(changes.toReversed())).toEqual(["3", "2+2"]);
});
