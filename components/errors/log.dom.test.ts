// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "@/lib/client/api/error";
import { clearMessages, logMessage, markMessagesSeen, maxMessages, messageLog, persistMessages } from "./log";
import { logError } from "./report-error";

beforeEach(() => {
  clearMessages();
  sessionStorage.clear();
});

const texts = () => messageLog.getState().messages.map(({ text }) => text);

test("[ER-02] every error is stored with its status, call and request id, newest first", () => {
  const cause = new ApiError(
    { status: 409, code: "stale", title: "T", requestId: "abc" },
    { method: "PUT", path: "/users/1" },
  );
  logError("First", cause);
  logError("Second", new TypeError("broken"));
  expect(messageLog.getState().messages).toEqual([
    { id: 2, at: expect.any(String), text: "Second" },
    {
      id: 1,
      at: expect.any(String),
      text: "First",
      status: 409,
      method: "PUT",
      path: "/users/1",
      requestId: "abc",
    },
  ]);
});

test("[ER-02] the list is bounded, and counts unseen entries", () => {
  for (let count = 0; count < maxMessages + 50; count += 1) logMessage({ text: String(count) });
  expect(texts()).toHaveLength(maxMessages);
  expect(texts()[0]).toBe(String(maxMessages + 49));
  expect(messageLog.getState().unseen).toBe(maxMessages);
  markMessagesSeen();
  logMessage({ text: "new" });
  expect(messageLog.getState().unseen).toBe(1);
  expect(new Set(messageLog.getState().messages.map(({ id }) => id)).size).toBe(maxMessages);
});

test("[ER-02] the list survives a reload, for the same user only, despite invalid storage", () => {
  const stop = persistMessages("messages:ada");
  logMessage({ text: "before" });
  stop();
  clearMessages();
  logMessage({ text: "while loading" });
  persistMessages("messages:ada")();
  expect(texts()).toEqual(["while loading", "before"]);
  expect(messageLog.getState().messages.map(({ id }) => id)).toEqual([2, 1]);
  clearMessages();
  sessionStorage.setItem("messages:eve", '{"messages":[{}],"unseen":"x"}');
  persistMessages("messages:eve")();
  expect(texts()).toEqual([]);
});

test("[ER-02] calls aborted by leaving the page are not listed after a reload", () => {
  const stop = persistMessages("messages:ada");
  logError("Broken", new TypeError("broken"));
  logError(
    "Ended",
    new ApiError(
      { status: 0, code: "noConnection", title: "" },
      { method: "GET", path: "/settings/version" },
    ),
  );
  window.dispatchEvent(new Event("pagehide"));
  logError(
    "Ended later",
    new ApiError({ status: 0, code: "noConnection", title: "" }, { method: "GET", path: "/users" }),
  );
  stop();
  clearMessages();
  persistMessages("messages:ada")();
  expect(texts()).toEqual(["Broken"]);
  expect(messageLog.getState().unseen).toBe(1);
});
