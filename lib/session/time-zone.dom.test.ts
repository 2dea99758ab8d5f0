// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/admin/acme/users" }
import { expect, test } from "vitest";
import { keepTimeZone, timeZoneFrom } from "./time-zone";

test("[PR-01] stores the time zone per tenant and base path", () => {
  keepTimeZone("/admin/other", "Asia/Tokyo");
  expect(document.cookie).toBe("");
  keepTimeZone("/admin/acme", "Europe/Berlin");
  expect(document.cookie).toBe("timezone=Europe%2FBerlin");
  window.history.replaceState(null, "", "/admin/other/users");
  expect(document.cookie).toBe("timezone=Asia%2FTokyo");
  window.history.replaceState(null, "", "/");
  expect(document.cookie).toBe("");
});

test("[PR-01] reads the tenant's time zone, not one that an earlier version stored for the whole site", () => {
  expect(timeZoneFrom("a=b; timezone=Europe%2FBerlin; timezone=Asia%2FTokyo")).toBe("Europe/Berlin");
  expect(timeZoneFrom("timezone=Asia/Tokyo")).toBe("Asia/Tokyo");
});

test.each([null, "", "timezone=", "timezone=Mars%2FBase", "timezone=%E0%A4%A", "xtimezone=Asia/Tokyo"])(
  "[PR-01] %o names no time zone",
  (header) => expect(timeZoneFrom(header)).toBeFalsy(),
);
