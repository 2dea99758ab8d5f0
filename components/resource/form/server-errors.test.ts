import { expect, test } from "vitest";
import { placeServerErrors } from "./server-errors";

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
