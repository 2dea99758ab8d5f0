"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { roleOptionsCall } from "./calls";
import { InviteForm } from "./invite-form";

interface InviteDialogProps {
  onClose: () => void;
  /** What has the focus then: what opened the dialog knows only the one that waits for the roles. */
  focusAfterwards: () => HTMLElement | null;
}

/** Invites somebody by e-mail; the default roles are selected already (US-02). */
export default function InviteDialog({ onClose, focusAfterwards }: InviteDialogProps) {
  const t = useTranslations("users.invite");
  const common = useTranslations("common");
  const { data, error } = useQuery(queryOf(contract.dictionaries.roles, roleOptionsCall));
  // Without knowing the roles somebody can still be invited, and be given roles later.
  const roles = data?.list ?? (error ? [] : undefined);
  const frame = {
    open: true,
    onOpenChange: onClose,
    title: t("title"),
    description: t("description"),
    focusAfterwards,
  };
  if (roles) return <InviteForm frame={frame} roles={roles} onClose={onClose} />;
  return (
    <Dialog {...frame} footer={<Button onClick={onClose}>{common("cancel")}</Button>}>
      <Skeleton className="h-36 w-full" />
    </Dialog>
  );
}
