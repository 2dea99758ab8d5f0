// @vitest-environment jsdom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { PublicConfig } from "@/lib/installation/public-config";
import login from "@/messages/en/login.json";
import share from "@/messages/en/share.json";
import { ShareView } from "./share-view";

vi.mock("@/lib/preferences/time-zone", () => ({ browserTimeZone: () => "Europe/Berlin" }));

test("[AM-03] first-time visitors see the expiry of a link in their own time zone", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const messages = { share, login };
  const view = (
    <ShareView
      config={{ appTitle: "Hub", prefix: "" } as PublicConfig}
      language="en"
      timeZone="UTC"
      messages={{ en: messages, de: messages, pl: messages, sr: messages }}
      shareKey="key"
      file={{
        ...{ fileName: "Plan", fileExtension: "pdf", fileType: "Document", fileSize: 1 },
        ...{ validUntil: "2026-11-26T20:11:00.000Z", needsPassword: false, hasPreview: false },
      }}
    />
  );
  document.body.innerHTML = renderToString(view);
  expect(document.body.textContent).toMatch(/Valid until November 26, 2026 at 8:11\sPM/);
  const root = await act(async () => hydrateRoot(document.body, view));
  expect(document.body.textContent).toMatch(/Valid until November 26, 2026 at 9:11\sPM/);
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
