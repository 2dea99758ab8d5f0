// @vitest-environment jsdom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { SharedFile } from "@/lib/contract/attachment-parts";
import type { PublicConfig } from "@/lib/installation/public-config";
import login from "@/messages/en/login.json";
import share from "@/messages/en/share.json";
import { ShareView } from "./share-view";

vi.mock("@/lib/preferences/time-zone", () => ({ browserTimeZone: () => "Europe/Berlin" }));

const file: SharedFile = {
  ...{ fileName: "Plan", fileExtension: "pdf", fileType: "Document", fileSize: 1 },
  ...{ validUntil: "2026-11-26T20:11:00.000Z", needsPassword: false, hasPreview: false },
};
const messages = { share, login };
const page = {
  config: { appTitle: "Hub", prefix: "" } as PublicConfig,
  timeZone: "UTC",
  messages: { en: messages, de: messages, pl: messages, sr: messages },
  shareKey: "key",
  file,
};

test.each([
  ["de", "26. November 2026 um 20:11"],
  ["pl", "26 listopada 2026 20:11"],
  ["sr", "26. novembar 2026. 20:11"],
] as const)("[PR-02] the expiry of a link follows the language %s and its script", (language, when) => {
  expect(renderToString(<ShareView {...page} language={language} />)).toContain(when);
});

test("[AM-03] first-time visitors see the expiry of a link in their own time zone", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const view = <ShareView {...page} language="en" />;
  document.body.innerHTML = renderToString(view);
  expect(document.body.textContent).toMatch(/Valid until November 26, 2026 at 8:11\sPM/);
  const root = await act(async () => hydrateRoot(document.body, view));
  expect(document.body.textContent).toMatch(/Valid until November 26, 2026 at 9:11\sPM/);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
