"use client";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { draftOwner } from "@/lib/client/drafts/names";
import { useSessionUserId } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { onSessionNews } from "@/lib/client/session/announce";
import { lazyPart } from "../../loading/lazy-part";
import { allowUnload } from "../tabs/unload-guard";
import type { SignedOutCoverProps } from "./session-over-covers";

// Few sessions end while the page is visible.
const SignedOutCover = lazyPart<SignedOutCoverProps>(() =>
  import("./session-over-covers").then(({ SignedOutCover }) => ({ default: SignedOutCover })),
);

/**
 * Removes the whole workspace once its user has signed out in any window: views, dialogs, messages and titles (AU-08). Writes
 * unsaved input first, unless it is to be discarded.
 */
export function SignedOutBoundary({ children }: { children: ReactNode }) {
  const { appTitle, prefix } = usePublicConfig();
  const userId = useSessionUserId();
  const owner = useRef(userId);
  owner.current ??= userId;
  const [over, setOver] = useState<{ isKept: boolean }>();
  useEffect(
    () =>
      onSessionNews(prefix, (news) => {
        if (news === "signedIn" || news.kind !== "signedOut" || owner.current === undefined) return;
        const { keep, userId = owner.current } = news;
        if (userId !== owner.current) return;
        allowUnload();
        setOver({ isKept: keep });
        clearStoredVisit(prefix, userId, keep).catch(() => undefined); // the window that signed out does so, too
      }),
    [prefix],
  );
  if (!over) return children;
  return (
    <>
      <title>{appTitle}</title>
      <Suspense fallback={null}>
        <SignedOutCover isKept={over.isKept} userId={owner.current} />
      </Suspense>
    </>
  );
}

/** Deletes what this window stored after another window cleared the storage. */
async function clearStoredVisit(prefix: string, userId: string, keep: boolean): Promise<void> {
  const [{ forgetDrafts, sealDrafts }, { stopStoringTabs }] = await Promise.all([
    import("@/lib/client/drafts/owner"),
    import("@/lib/client/tabs/window"),
  ]);
  stopStoringTabs();
  await (keep ? sealDrafts : forgetDrafts)(draftOwner(prefix, userId));
}
