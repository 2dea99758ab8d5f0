import { expect, test } from "vitest";
import { clientNameOf, userAgentOf } from "./client-name";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, "Edge", "Windows"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, "Chrome", "ChromeOS"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome.replace("Safari", "Mobile Safari")}`, "Chrome", "Android"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/120.0.0.0`, "Opera", "Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox", "macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Mobile",
    "Chrome",
    "iPadOS",
  ],
  ["curl/8.5.0", "curl", null],
  ["python-requests/2.32.3", "python-requests", null],
  ["", null, null],
  [null, null, null],
  ["<img src=x onerror=alert(1)>", null, null],
  ["Mozilla/5.0", null, null],
  ["Your bank; call +1 555 0100", null, null],
  [`${"A".repeat(31)}/1`, null, null],
])("[AU-14] %s is shown as %s on %s", (userAgent, browser, system) => {
  expect(clientNameOf(userAgent)).toEqual({ browser, system });
});

test("[AU-14] a user agent is stored without control characters, and bounded", () => {
  expect(userAgentOf(`curl\u0000\n\u202e/8 ${"x".repeat(1_000)}`)).toBe(`curl /8 ${"x".repeat(392)}`);
  expect(userAgentOf(undefined)).toBeNull();
  expect(userAgentOf("")).toBeNull();
});
