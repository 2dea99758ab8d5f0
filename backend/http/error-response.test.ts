import { expect, test } from "vitest";
import { errorBodyOf, requestErrorOf } from "./error-response";

/** Wraps a driver error as drizzle does. */
const refused = (code: string) =>
  new Error("Failed query", { cause: Object.assign(new Error(code), { code }) });

test.each(["40001", "40P01", "55P03"])(
  "[ER-02] two changes that stand in each other's way (%s) are told so, not that the service is away",
  (code) => {
    const error = requestErrorOf(refused(code));
    expect(error.status).toBe(409);
    expect(errorBodyOf(error, "en", "id")).toMatchObject({
      code: "concurrent",
      message: expect.stringContaining("Please try again."),
    });
  },
);

test("[ER-02] what nobody foresaw tells nothing of its cause", () => {
  const body = errorBodyOf(requestErrorOf(refused("42P01")), "en", "id");
  expect(body).toMatchObject({ status: 500, code: "internal" });
  expect(JSON.stringify(body)).not.toContain("42P01");
});
