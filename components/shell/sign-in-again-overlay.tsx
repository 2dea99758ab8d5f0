"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { queryKeyOf } from "@/lib/client/api/query";
import { useCurrentUser } from "@/lib/client/permissions";
import { announceEnd, announceReturn, announceSession, onSessionNews } from "@/lib/client/session/announce";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import type { CurrentUser } from "@/lib/contract/user";
import { shownWhileConcealed, useConcealment } from "./concealed";
import { signInAgain } from "./sign-in-again";
import { leaveUnasked } from "./unload-guard";

const SignInAgainDialog = lazyPart(() => import("./sign-in-again-dialog"));
const DeclinedNotice = lazyPart<object>(() =>
  import("./sign-in-again-dialog").then(({ DeclinedNotice }) => ({ default: DeclinedNotice })),
);
const EndedCover = lazyPart<object>(() =>
  import("./session-over-covers").then(({ EndedCover }) => ({ default: EndedCover })),
);

/** Milliseconds without news of the session after which a window that becomes visible again asks whether it has ended. */
const unheardFor = 10_000;

const currentUserKey = queryKeyOf(contract.user.current, {});

/**
 * Asks for the password over the workspace when the session has ended, and stays out of the way of those who would
 * rather go on reading (AU-05). Somebody else who signs in, here or in another window, gets a workspace of their own.
 */
export function SignInAgainOverlay() {
  const prefix = usePrefix();
  const state = useSyncExternalStore(signInAgain.subscribe, signInAgain.state, () => "present" as const);
  const hasEnded = useSyncExternalStore(signInAgain.subscribe, signInAgain.hasEnded, () => false);
  const { data: user } = useCurrentUser();
  const { leaving, lookWhoItIs } = useOwner(user);
  useSessionNews(lookWhoItIs, hasEnded);
  const focusAfterwards = useWorkingPlace();
  useConcealment();
  useReturn(state);

  if (state === "declined" && hasEnded)
    return (
      <div className={shownWhileConcealed}>
        <Suspense fallback={null}>
          <EndedCover />
        </Suspense>
      </div>
    );
  if (state === "declined")
    return (
      <Suspense fallback={null}>
        <DeclinedNotice />
      </Suspense>
    );
  if (state === "present" || !user) return null;
  return (
    // What says that its code did not come is seen, too.
    <div className={shownWhileConcealed}>
      <Suspense fallback={null}>
        <SignInAgainDialog
          userName={(user.viewedBy ?? user.profile).userName}
          onSignedIn={async () => {
            // Others too may have been waiting; this window hears it as well, and looks who it is.
            announceSession(prefix);
            await lookWhoItIs();
            // It could not be asked: the sign-in itself was to this user's name.
            if (!leaving.current && signInAgain.state() === "asking") signInAgain.settle(true);
          }}
          focusAfterwards={focusAfterwards}
        />
      </Suspense>
    </div>
  );
}

/** Whose workspace it is: whoever else signs in, or is looked as, is taken to one of their own. */
function useOwner(user: CurrentUser | undefined) {
  const client = useQueryClient();
  const prefix = usePrefix();
  const userId = user?.profile.userId;
  const owner = useRef(userId);
  const leaving = useRef(false);
  const isGone = useRef(false);

  useEffect(() => {
    owner.current ??= userId;
    if (owner.current === userId || !user || isGone.current) return;
    isGone.current = true;
    // Nothing of the first user may be seen or saved by the second; what they typed waits for them as drafts.
    document.documentElement.toggleAttribute("data-concealed", true);
    leaveUnasked();
    import("./start-address")
      .then(({ startOf }) => startOf(user, prefix))
      .catch(() => `${prefix}/`)
      .then((start) => location.assign(start));
  }, [user, userId, prefix]);

  const lookWhoItIs = useCallback(async () => {
    const askedAt = performance.now();
    try {
      const current = await call(contract.user.current, {}, { withoutAsking: true });
      client.setQueryData(currentUserKey, current);
      if (current.profile.userId === owner.current) signInAgain.settle(true, askedAt);
      else leaving.current = true;
    } catch {
      // Nobody, or nobody to ask: things stay as they are.
    }
  }, [client]);
  return { leaving, lookWhoItIs };
}

/** Another window has been told so; by the time that this one hears of it, there may be a new session. */
async function lookWhetherItIsOver(): Promise<void> {
  try {
    await call(contract.user.current, {}, { withoutAsking: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    signInAgain.end();
    signInAgain.ask();
  }
}

/** Exchanges news of the session with other windows, and asks after it when this one is looked at again. */
function useSessionNews(lookWhoItIs: () => Promise<void>, hasEnded: boolean): void {
  const client = useQueryClient();
  const prefix = usePrefix();
  useEffect(() => {
    const noteTyping = () => signInAgain.noteTyping();
    const look = () => {
      if (document.visibilityState !== "visible") return;
      if (signInAgain.state() !== "present") lookWhoItIs();
      // Its session may have ended while nobody looked at it.
      else if (Date.now() - (client.getQueryState(currentUserKey)?.dataUpdatedAt ?? 0) > unheardFor)
        client.refetchQueries({ queryKey: currentUserKey });
    };
    window.addEventListener("input", noteTyping, true);
    document.addEventListener("visibilitychange", look);
    const stop = onSessionNews(prefix, (news) => {
      if (news === "signedIn") lookWhoItIs();
      else if (news.kind === "ended") lookWhetherItIsOver();
    });
    return () => {
      window.removeEventListener("input", noteTyping, true);
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [lookWhoItIs, prefix, client]);

  useEffect(() => {
    if (hasEnded) announceEnd(prefix);
  }, [hasEnded, prefix]);
  useEffect(() => announceReturn(prefix), [prefix]);
}

/** Says that one is signed in again, and fetches what was refused meanwhile. */
function useReturn(state: ReturnType<typeof signInAgain.state>): void {
  const client = useQueryClient();
  const done = useTranslations("shell.signInAgain")("done");
  const before = useRef(state);
  useEffect(() => {
    const returned = before.current !== "present" && state === "present";
    before.current = state;
    if (!returned) return;
    toast.success(done);
    client.invalidateQueries({ queryKey: currentUserKey });
    client.refetchQueries({
      type: "active",
      predicate: (query) => query.state.error instanceof ApiError && query.state.error.status === 401,
    });
  }, [state, client, done]);
}

/** Where the focus goes when the dialog closes: to where one was working, as the button that asked for it is gone. */
function useWorkingPlace(): () => HTMLElement | null {
  const { getState } = useTabStore();
  const working = useRef<HTMLElement>(null);
  useEffect(() => {
    const noteFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest("#content")) working.current = target;
    };
    document.addEventListener("focusin", noteFocus);
    return () => document.removeEventListener("focusin", noteFocus);
  }, []);
  return () =>
    isAtHand(working.current) ? working.current : document.getElementById(`${getState().activeId}-tab`);
}

/** In sight, and not part of an error that goes once one is signed in again. */
function isAtHand(element: HTMLElement | null): boolean {
  return element?.checkVisibility() === true && !element.closest("[role=alert]");
}
