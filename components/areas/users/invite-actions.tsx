"use client";
import { MailPlus, Mails } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { narrowButton } from "@/components/resource/list/narrow-button";
import { pressed } from "@/components/resource/record/deleted-switch";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useTab } from "@/lib/client/tabs";
import { useShowInvited } from "./show-invited";

const InviteDialog = lazyPart(() => import("./invite-dialog"));

/**
 * Actions next to "New user": invite, and show the invited people alone (US-02). The address can ask for either:
 * `invitations=new`, `invitations=all`, or a state to filter by.
 */
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
  const { isShown, show } = useShowInvited();
  return (
    <>
      <IconButton
        label={t("invitations.title")}
        aria-pressed={isShown}
        className={isShown ? pressed : undefined}
        onClick={() => show(!isShown)}
      >
        <Mails />
      </IconButton>
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
