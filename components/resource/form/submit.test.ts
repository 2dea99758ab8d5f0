import type { UseFormReturn } from "react-hook-form";
import { expect, test } from "vitest";
import { parseApiError } from "@/lib/client/api/error";
import { placeFailure, placeServerErrors } from "./submit";

const form = { setError: () => undefined } as unknown as UseFormReturn;
const problemOf = (status: number, body: unknown) => placeFailure(parseApiError(status, body), form, []);

test.each([
  ["its message", { message: "Not today.", title: "Teapot" }, ["Not today."]],
  ["the title without one", { title: "Teapot" }, ["Teapot"]],
  ["nothing where there is neither", {}, []],
])("[ER-02] the message above the form comes from the server: %s", (_what, body, messages) => {
  expect(problemOf(500, body)).toMatchObject({ kind: "other", messages });
});

test("[ER-02] a bare title is not added to a more specific message", () => {
  expect(problemOf(404, { title: "Not Found" })).toMatchObject({ kind: "gone", messages: [] });
});

const messageOf = ({ errorMessage }: { errorMessage: string }) => errorMessage;
const fields = ["userName", "email", "roleIds"];

test("[FM-04] server errors are placed on the fields they name, the others on the form", () => {
  const placed = placeServerErrors(
    [
      { propertyName: "UserName", errorMessage: "Taken." },
      { propertyName: "user.email", errorMessage: "Not an address." },
      { propertyName: "roleIds[2]", errorMessage: "No such role." },
      { propertyName: "licence", errorMessage: "Too many users." },
    ],
    fields,
  );
  expect([...placed.fields].map(([name, faults]) => [name, faults.map(messageOf)])).toEqual([
    ["userName", ["Taken."]],
    ["email", ["Not an address."]],
    ["roleIds", ["No such role."]],
  ]);
  expect(placed.form.map(messageOf)).toEqual(["Too many users."]);
});

test("[FM-04] several messages for one field are all shown", () => {
  const placed = placeServerErrors(
    [
      { propertyName: "email", errorMessage: "One." },
      { propertyName: "email", errorMessage: "Two." },
    ],
    fields,
  );
  expect(placed.fields.get("email")?.map(messageOf)).toEqual(["One.", "Two."]);
});
