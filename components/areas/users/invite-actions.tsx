"use client";
import { MailPlus, Mails } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { narrowButton } from "@/components/resource/list/narrow-button";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useTab } from "@/lib/client/tabs";

const InviteDialog = lazyPart(() => import("./invite-dialog"));
const InvitationsDialog = lazyPart(() => import("./invitations-dialog"));

/**
 * Actions next to "New user": invite, and list open invitations (US-02). The address can open either: `invitations=new`,
 * `invitations=all`, or a state to filter by.
 */
export function InviteActions() {
  const t = useTranslations("users");
  const [dialog, setDialog] = useState<"invite" | "invitations">();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);

  const { query, setQuery } = useTab();
  const asked = query.invitations;
  const [only, setOnly] = useState<"open" | "expired">();
  useEffect(() => {
    if (asked === undefined) return;
    setDialog(asked === "new" ? "invite" : "invitations");
    setOnly(asked === "open" || asked === "expired" ? asked : undefined);
    // Removes the parameter, so that a reload does not reopen the dialog.
    setQuery({ invitations: undefined }, { replace: true });
  }, [asked, setQuery]);
  return (
    <>
      <IconButton
        label={t("invitations.title")}
        aria-haspopup="dialog"
        onClick={() => {
          setOnly(undefined);
          setDialog("invitations");
        }}
      >
        <Mails />
      </IconButton>
      <Button
        ref={inviteButton}
        icon={<MailPlus />}
        className={narrowButton.button}
        aria-haspopup="dialog"
        // Preloads the code, since input typed while it loads would be lost.
        onPointerEnter={InviteDialog.preload}
        onFocus={InviteDialog.preload}
        onClick={() => setDialog("invite")}
      >
        <span data-label className={narrowButton.label}>
          {t("invite.action")}
        </span>
      </Button>
      <Suspense fallback={null}>
        {dialog === "invite" && <InviteDialog onClose={close} focusAfterwards={() => inviteButton.current} />}
        {dialog === "invitations" && <InvitationsDialog only={only} onClose={close} />}
      </Suspense>
    </>
  );
}
