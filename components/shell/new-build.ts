// See docs/decisions/0065.

import type { QueryClient } from "@tanstack/react-query";
import { backgroundUploads } from "@/components/resource/attachments/background-uploads";
import { call } from "@/lib/client/api/client";
import { isAllStored } from "@/lib/client/drafts/unstored";
import { contract } from "@/lib/contract";
import { buildId, buildIdHeader } from "@/lib/installation/build-id";
import { activityEvents } from "./session/use-session-renewal";
import { allowUnload } from "./tabs/unload-guard";

/** Milliseconds of inactivity after which a visible or hidden page may be reloaded. */
const idleTime = { visible: 60_000, hidden: 5_000 };
/** Minimum age of a page in milliseconds before a reload, in case servers of two builds alternate. */
const minAge = 60_000;
const checkInterval = 5_000;

/**
 * Detects a server update from response headers, and reloads the page when it does not disturb: input is stored in drafts, no
 * save or upload is running, no dialog is open, and the user is inactive. Tabs stay open for days, and old code gradually stops
 * matching the server.
 */
export function watchBuild(client: QueryClient): (headers: Headers) => void {
  let isReplaced = false;
  let usedAt: number | undefined;

  const isIdle = () =>
    isReplaced &&
    performance.now() > minAge &&
    performance.now() - (usedAt ?? 0) > idleTime[document.visibilityState] &&
    isAllStored() &&
    !backgroundUploads.isSending() &&
    client.isMutating() === 0 &&
    !document.querySelector("[role=dialog],[role=alertdialog]");

  const look = async () => {
    if (!isIdle()) return;
    // The update may be in progress: never reload while the server does not respond.
    await call(contract.user.current, {}, { failWithoutSession: true });
    if (!isIdle()) return;
    allowUnload();
    location.reload();
  };

  const wait = () => {
    const registerActivity = () => {
      usedAt = performance.now();
    };
    registerActivity();
    for (const name of [...activityEvents, "pointermove"])
      window.addEventListener(name, registerActivity, { capture: true, passive: true });
    setInterval(() => look().catch(() => undefined), checkInterval);
  };

  return (headers) => {
    const answering = headers.get(buildIdHeader);
    if (!buildId || !answering) return;
    isReplaced = answering !== buildId;
    if (isReplaced && usedAt === undefined) wait();
  };
}
