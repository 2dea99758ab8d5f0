"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/record/invalidate";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { invite } from "@/lib/contract/invitations";
import { roleOptionsCall } from "./calls";
import { useUserLabel } from "./labels";
import { useProceed } from "./proceed";
import { RolesField, rolesAtFirst } from "./roles-field";

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
  const frame = { title: t("title"), description: t("description"), focusAfterwards };
  if (roles) return <InviteForm frame={frame} roles={roles} onClose={onClose} />;
  return (
    <Dialog
      {...frame}
      open
      onOpenChange={onClose}
      footer={<Button onClick={onClose}>{common("cancel")}</Button>}
    >
      <Skeleton className="h-36 w-full" />
    </Dialog>
  );
}

interface InviteFormProps {
  frame: Pick<ComponentProps<typeof FormDialog>, "title" | "description" | "focusAfterwards">;
  /** Those offered first. */
  roles: ComponentProps<typeof RolesField>["roles"];
  onClose: () => void;
}

type Values = z.input<typeof invite>;

function InviteForm({ frame, roles, onClose }: InviteFormProps) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const proceed = useProceed();
  const label = useUserLabel();
  const initial: Values = {
    email: "",
    roleIds: rolesAtFirst(roles),
    isProceed: false,
  };
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(invite),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const saving = useSaveForm<Values, string>({
    form,
    save: (body) =>
      proceed((isProceed) => call(contract.invitations.invite, { body: { ...body, isProceed } })),
    onSaved: () => {
      onClose();
      invalidateAreas(client, contract.invitations.invite.affects);
    },
    successMessage: t("invite.sent"),
  });

  return (
    <FormDialog
      {...frame}
      form={form}
      saving={saving}
      formLabel={t("invite.action")}
      submitLabel={t("invite.send")}
      label={label}
      onClose={onClose}
    >
      <TextField name="email" type="email" required />
      <RolesField roles={roles} />
    </FormDialog>
  );
}
