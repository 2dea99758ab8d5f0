// See docs/decisions/0065.

import type { QueryClient } from "@tanstack/react-query";
import { buildId, buildIdHeader } from "@/lib/build-id";
import { call } from "@/lib/client/api/client";
import { isAllStored } from "@/lib/client/drafts/unstored";
import { contract } from "@/lib/contract";
import { leaveUnasked } from "./unload-guard";
import { signsOfLife } from "./use-session-renewal";

/** Milliseconds without a sign of life after which a page that is looked at, or is not, may be loaded anew. */
const quietFor = { visible: 60_000, hidden: 5_000 };
/** Milliseconds of a page's life in which it is not loaded again, should servers of two builds answer in turn. */
const minAge = 60_000;
const checkInterval = 5_000;

/**
 * Hears from the answers of all calls that the server has been updated, and loads the page anew when nobody notices: what is
 * typed is kept in drafts, nothing is being saved, no dialog is open, and nobody is at work. Tabs are open for days, and code
 * from before an update ever less fits what the server answers.
 */
export function watchBuild(client: QueryClient): (headers: Headers) => void {
  let isReplaced = false;
  let usedAt: number | undefined;

  const isQuiet = () =>
    isReplaced &&
    performance.now() > minAge &&
    performance.now() - (usedAt ?? 0) > quietFor[document.visibilityState] &&
    isAllStored() &&
    client.isMutating() === 0 &&
    !document.querySelector("[role=dialog],[role=alertdialog]");

  const look = async () => {
    if (!isQuiet()) return;
    // An update may be under way: a page is not given up for a server that does not answer.
    await call(contract.user.current, {}, { withoutAsking: true });
    if (!isQuiet()) return;
    leaveUnasked();
    location.reload();
  };

  const wait = () => {
    const noteUse = () => {
      usedAt = performance.now();
    };
    noteUse();
    for (const name of [...signsOfLife, "pointermove"])
      window.addEventListener(name, noteUse, { capture: true, passive: true });
    setInterval(() => look().catch(() => undefined), checkInterval);
  };

  return (headers) => {
    const answering = headers.get(buildIdHeader);
    if (!buildId || !answering) return;
    isReplaced = answering !== buildId;
    if (isReplaced && usedAt === undefined) wait();
  };
}
