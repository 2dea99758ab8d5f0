import type { UseFormReturn } from "react-hook-form";
import { expect, test } from "vitest";
import { parseApiError } from "@/lib/client/api/error";
import { placeFailure } from "./submit";

const form = { setError: () => undefined } as unknown as UseFormReturn;
const problemOf = (status: number, body: unknown) => placeFailure(parseApiError(status, body), form, []);

test.each([
  ["its message", { message: "Not today.", title: "Teapot" }, ["Not today."]],
  ["the title without one", { title: "Teapot" }, ["Teapot"]],
  ["nothing where there is neither", {}, []],
])("[ER-02] above the form stands what the server said: %s", (_what, body, messages) => {
  expect(problemOf(500, body)).toMatchObject({ kind: "other", messages });
});

test("[ER-02] a bare title does not stand beside a sentence that says more", () => {
  expect(problemOf(404, { title: "Not Found" })).toMatchObject({ kind: "gone", messages: [] });
});
