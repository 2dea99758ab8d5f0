import { expect, test } from "vitest";
import { errorBodyOf, requestErrorOf } from "./error-response";

/** Wraps a driver error as `databaseOf` does. */
const refused = (code: string) =>
  new Error("Failed query", { cause: Object.assign(new Error(code), { code }) });

test.each(["40001", "40P01", "55P03"])(
  "[ER-02] conflicting changes (%s) are reported as such, not as an outage",
  (code) => {
    const error = requestErrorOf(refused(code));
    expect(error.status).toBe(409);
    expect(errorBodyOf(error, "en", "id")).toMatchObject({
      code: "concurrent",
      message: expect.stringContaining("Please try again."),
    });
  },
);

test("[ER-02] an unexpected error reveals nothing of its cause", () => {
  const body = errorBodyOf(requestErrorOf(refused("42P01")), "en", "id");
  expect(body).toMatchObject({ status: 500, code: "internal" });
  expect(JSON.stringify(body)).not.toContain("42P01");
});
