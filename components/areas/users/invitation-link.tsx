"use client";
import { useTranslations } from "next-intl";
import { CopyField } from "@/components/resource/copy-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface InvitationLinkProps {
  email: string;
  link: string;
  onClose: () => void;
  focusAfterwards?: () => HTMLElement | null;
}

/** Link of an invitation, to be forwarded manually without a mail server (US-02). */
export function InvitationLink({ email, link, onClose, focusAfterwards }: InvitationLinkProps) {
  const t = useTranslations("users.invite");
  const close = useTranslations("common")("close");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      focusAfterwards={focusAfterwards}
      title={t("link", { email })}
      description={t("linkHint")}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      <CopyField
        label={t("linkField")}
        value={link}
        texts={{ copy: t("copy"), copied: t("copied"), copyFailed: t("copyFailed") }}
      />
    </Dialog>
  );
}
