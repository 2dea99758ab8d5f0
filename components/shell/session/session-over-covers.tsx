"use client";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { call } from "@/lib/client/api/client";
import { usePublicConfig } from "@/lib/client/public-config";
import { onSessionNews } from "@/lib/client/session/announce";
import { contract } from "@/lib/contract";
import { signInAgain } from "../../errors/sign-in-again";
import { visibleWhileConcealed } from "./concealed";

export interface SignedOutCoverProps {
  /** Input is stored for the next sign-in. */
  isKept: boolean;
  /** Id of the user with the ended session. */
  userId: string | undefined;
}

/** Replaces the workspace of a signed-out user. */
export function SignedOutCover({ isKept, userId }: SignedOutCoverProps) {
  const t = useTranslations("shell.sessionOver");
  const { prefix } = usePublicConfig();
  const refreshCurrentUser = useCallback(async () => {
    try {
      const { profile } = await call(contract.user.current, {}, { failWithoutSession: true });
      // A different user starts with a new workspace.
      if (profile.userId === userId) location.reload();
      else location.assign(`${prefix}/`);
    } catch {
      // Not signed in, or unreachable: nothing changes.
    }
  }, [prefix, userId]);
  useEffect(
    () => onSessionNews(prefix, (news) => void (news === "signedIn" && refreshCurrentUser())),
    [prefix, refreshCurrentUser],
  );
  const place = typeof location === "undefined" ? "" : location.pathname + location.search;
  return (
    <Cover title={t("signedOut")} description={t(isKept ? "signedOutKept" : "signedOutHidden")}>
      <a
        href={`${prefix}/login?${new URLSearchParams({ callbackUrl: place })}`}
        className={buttonClass({ variant: "primary" })}
      >
        {t("signIn")}
      </a>
    </Cover>
  );
}

/** Covers the workspace after the server has ended its session, until the user starts to sign in again. */
export function EndedCover() {
  const t = useTranslations("shell.sessionOver");
  const again = useTranslations("shell.signInAgain")("title");
  return (
    <Cover title={t("ended")} description={t("endedHidden")}>
      <Button variant="primary" onClick={() => signInAgain.ask()}>
        {again}
      </Button>
    </Cover>
  );
}

interface CoverProps {
  title: string;
  description: string;
  children: ReactNode;
}

function Cover({ title, description, children }: CoverProps) {
  const box = useRef<HTMLElement>(null);
  // The focused element was removed.
  useEffect(() => box.current?.focus(), []);
  return (
    <main
      ref={box}
      tabIndex={-1}
      className={`fixed inset-0 z-40 flex items-center justify-center overflow-auto bg-background outline-none ${visibleWhileConcealed}`}
    >
      <div role="alert">
        <EmptyState icon={<LogOut />} title={title} description={description} action={children} />
      </div>
    </main>
  );
}
