"use client";
import { MailPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { narrowButton } from "@/components/resource/list/narrow-button";
import { Button } from "@/components/ui/button";
import { useTab } from "@/lib/client/tabs";
import { useFocusAfterSwitch, useShowInvited } from "./show-invited";

const InviteDialog = lazyPart(() => import("./invite-dialog"));

/** In place of the title: shows the users, or the invited people alone (US-02). */
export function InvitedSwitch() {
  const t = useTranslations("users");
  const { isShown, show } = useShowInvited();
  const shownPart = useRef<HTMLButtonElement>(null);
  useFocusAfterSwitch(shownPart);
  const part = (areInvited: boolean, label: string) => (
    <button
      ref={isShown === areInvited ? shownPart : undefined}
      type="button"
      aria-pressed={isShown === areInvited}
      // One stop for keys: the pressed one does nothing.
      tabIndex={isShown === areInvited ? -1 : undefined}
      className="rounded-sm border-transparent border-b-2 font-semibold text-muted text-xl @max-sm:text-base hover:text-text aria-pressed:border-primary aria-pressed:text-text"
      onClick={() => show(areInvited)}
    >
      {label}
    </button>
  );
  return (
    <fieldset aria-label={t("list")} className="flex gap-4 @max-sm:gap-3">
      {part(false, t("title"))}
      {part(true, t("quick.invited"))}
    </fieldset>
  );
}

/** Invites, next to "New user" (US-02); the address can ask for it: `invitations=new`. */
export function InviteActions() {
  const t = useTranslations("users");
  const [isInviting, setInviting] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  const { query, setQuery } = useTab();
  const asked = query.invitations;
  useEffect(() => {
    if (asked !== "new") return;
    setInviting(true);
    // Removes the parameter, so that a reload does not reopen the dialog.
    setQuery({ invitations: undefined }, { replace: true });
  }, [asked, setQuery]);
  const { isShown } = useShowInvited();
  return (
    <>
      <Button
        ref={inviteButton}
        icon={<MailPlus />}
        variant={isShown ? "primary" : undefined}
        className={narrowButton.button}
        aria-haspopup="dialog"
        // Preloads the code, since input typed while it loads would be lost.
        onPointerEnter={InviteDialog.preload}
        onFocus={InviteDialog.preload}
        onClick={() => setInviting(true)}
      >
        <span data-label className={narrowButton.label}>
          {t("invite.action")}
        </span>
      </Button>
      <Suspense fallback={null}>
        {isInviting && (
          <InviteDialog onClose={() => setInviting(false)} focusAfterwards={() => inviteButton.current} />
        )}
      </Suspense>
    </>
  );
}
