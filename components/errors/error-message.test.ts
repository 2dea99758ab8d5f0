import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/api/error";
import { errorMessage } from "./error-message";

const texts = { unauthorized: "Unauthorized access.", fallback: "Please try again." };
const failed = (status: number, message?: string, title = "") =>
  new ApiError({ status, code: "internal", title, message });

test("[ER-02] own text, else the server's message, else its title, else a general one", () => {
  expect(errorMessage(failed(400, "Bad", "Title"), { ...texts, own: "Own" })).toBe("Own");
  expect(errorMessage(failed(400, "Bad", "Title"), texts)).toBe("Bad");
  expect(errorMessage(failed(500, undefined, "Title"), texts)).toBe("Title");
  expect(errorMessage(failed(500), texts)).toBe("Please try again.");
  expect(errorMessage(new TypeError("broken"), texts)).toBe("Please try again.");
});

test("[AU-12] declining to confirm the session shows the server's message", () => {
  const declined = new ApiError({ status: 403, code: "confirmationNeeded", title: "", message: "Confirm" });
  expect(errorMessage(declined, texts)).toBe("Confirm");
});

test("[ER-02] a 403 is always unauthorized access, a cancelled request has no message", () => {
  expect(errorMessage(failed(403, "Bad", "Title"), { ...texts, own: "Own" })).toBe("Unauthorized access.");
  expect(errorMessage(new DOMException("", "AbortError"), texts)).toBeUndefined();
});
