"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
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
import { signInAgain } from "../../errors/sign-in-again";
import { allowUnload } from "../tabs/unload-guard";
import { useConcealment, visibleWhileConcealed } from "./concealed";

const SignInAgainDialog = lazyPart(() => import("./sign-in-again-dialog"));
const DeclinedNotice = lazyPart<object>(() =>
  import("./sign-in-again-dialog").then(({ DeclinedNotice }) => ({ default: DeclinedNotice })),
);
const EndedCover = lazyPart<object>(() =>
  import("./session-over-covers").then(({ EndedCover }) => ({ default: EndedCover })),
);

/** Milliseconds without session news after which a window that becomes visible checks its session. */
const maxSilence = 10_000;

const currentUserKey = queryKeyOf(contract.user.current, {});

/**
 * Asks for the password over the workspace when the session has ended, and can be dismissed to continue reading (AU-05). A
 * different user who signs in here or in another window gets a separate workspace.
 */
export function SignInAgainOverlay() {
  const prefix = usePrefix();
  const state = useSyncExternalStore(signInAgain.subscribe, signInAgain.state, () => "present" as const);
  const hasEnded = useSyncExternalStore(signInAgain.subscribe, signInAgain.hasEnded, () => false);
  const { data: user } = useCurrentUser();
  const { leaving, refreshCurrentUser } = useOwner(user);
  useSessionNews(refreshCurrentUser, hasEnded);
  const focusAfterwards = useLastFocus();
  useConcealment();
  useRefetchAfterSignIn(state);

  if (state === "declined" && hasEnded)
    return (
      <div className={visibleWhileConcealed}>
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
    // The message about missing code must be visible, too.
    <div className={visibleWhileConcealed}>
      <Suspense fallback={null}>
        <SignInAgainDialog
          userName={(user.viewedBy ?? user.profile).userName}
          onSignedIn={async () => {
            // Other windows may be waiting; this window receives the announcement too, and refreshes the current user.
            announceSession(prefix);
            await refreshCurrentUser();
            // The check failed: relies on the sign-in itself, which was for this user.
            if (!leaving.current && signInAgain.state() === "asking") signInAgain.settle(true);
          }}
          focusAfterwards={focusAfterwards}
        />
      </Suspense>
    </div>
  );
}

/** Owner of the workspace; any other user of the session is sent to a new one. */
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
    // The next user must not see or save the first user's data; their input is stored as drafts.
    document.documentElement.toggleAttribute("data-concealed", true);
    allowUnload();
    import("../tabs/start-address")
      .then(({ startOf }) => startOf(user, prefix))
      .catch(() => `${prefix}/`)
      .then((start) => location.assign(start));
  }, [user, userId, prefix]);

  const refreshCurrentUser = useCallback(async () => {
    const askedAt = performance.now();
    try {
      const current = await call(contract.user.current, {}, { failWithoutSession: true });
      client.setQueryData(currentUserKey, current);
      if (current.profile.userId === owner.current) signInAgain.settle(true, askedAt);
      else leaving.current = true;
    } catch {
      // Not signed in, or unreachable: nothing changes.
    }
  }, [client]);
  return { leaving, refreshCurrentUser };
}

/** Checks the session after another window reported its end; a new one may have begun. */
async function checkSession(): Promise<void> {
  const sentAt = performance.now();
  try {
    await call(contract.user.current, {}, { failWithoutSession: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) signInAgain.noticeEnd(sentAt);
  }
}

/** Exchanges session news with other windows, and checks the session when this one becomes visible. */
function useSessionNews(refreshCurrentUser: () => Promise<void>, hasEnded: boolean): void {
  const client = useQueryClient();
  const prefix = usePrefix();
  useEffect(() => {
    const registerTyping = () => signInAgain.registerTyping();
    const check = () => {
      if (document.visibilityState !== "visible") return;
      if (signInAgain.state() !== "present") refreshCurrentUser();
      // The session may have ended while the window was hidden.
      else if (Date.now() - (client.getQueryState(currentUserKey)?.dataUpdatedAt ?? 0) > maxSilence)
        client.refetchQueries({ queryKey: currentUserKey });
    };
    window.addEventListener("input", registerTyping, true);
    document.addEventListener("visibilitychange", check);
    const stop = onSessionNews(prefix, (news) => {
      if (news === "signedIn") refreshCurrentUser();
      else if (news.kind === "ended") checkSession();
    });
    return () => {
      window.removeEventListener("input", registerTyping, true);
      document.removeEventListener("visibilitychange", check);
      stop();
    };
  }, [refreshCurrentUser, prefix, client]);

  useEffect(() => {
    if (hasEnded) announceEnd(prefix);
  }, [hasEnded, prefix]);
  useEffect(() => announceReturn(prefix), [prefix]);
}

/** Announces the renewed sign-in, and refetches refused data. */
function useRefetchAfterSignIn(state: ReturnType<typeof signInAgain.state>): void {
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

/** Where the focus goes when the dialog closes: to the last working place, as the trigger was removed. */
function useLastFocus(): () => HTMLElement | null {
  const { getState } = useTabStore();
  const working = useRef<HTMLElement>(null);
  useEffect(() => {
    const storeFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest("#content")) working.current = target;
    };
    document.addEventListener("focusin", storeFocus);
    return () => document.removeEventListener("focusin", storeFocus);
  }, []);
  return () =>
    canTakeFocus(working.current) ? working.current : document.getElementById(`${getState().activeId}-tab`);
}

/** Visible, and not in an error message that disappears after the sign-in. */
function canTakeFocus(element: HTMLElement | null): boolean {
  return element?.checkVisibility() === true && !element.closest("[role=alert]");
}
