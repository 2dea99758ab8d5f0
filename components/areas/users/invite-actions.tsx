"use client";
import { MailPlus, Mails } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useRef, useState } from "react";
import { narrowButton } from "@/components/resource/table/narrow-button";
import { lazyPart } from "@/components/shell/lazy-part";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

const InviteDialog = lazyPart(() => import("./invite-dialog"));
const InvitationsDialog = lazyPart(() => import("./invitations-dialog"));

/** Beside "New user": inviting somebody, and the invitations that are open (US-02). */
export function InviteActions() {
  const t = useTranslations("users");
  const [dialog, setDialog] = useState<"invite" | "invitations">();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  return (
    <>
      <IconButton
        label={t("invitations.title")}
        aria-haspopup="dialog"
        onClick={() => setDialog("invitations")}
      >
        <Mails />
      </IconButton>
      <Button
        ref={inviteButton}
        icon={<MailPlus />}
        className={narrowButton.button}
        aria-haspopup="dialog"
        onClick={() => setDialog("invite")}
      >
        <span className={narrowButton.label}>{t("invite.action")}</span>
      </Button>
      <Suspense fallback={null}>
        {dialog === "invite" && <InviteDialog onClose={close} focusAfterwards={() => inviteButton.current} />}
        {dialog === "invitations" && <InvitationsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
