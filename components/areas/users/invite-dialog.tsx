"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useId } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { TextField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { FormShell } from "@/components/resource/form/form-shell";
import { ProblemAlert } from "@/components/resource/form/problem-alert";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/record/out-of-date";
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

interface InviteFormProps {
  frame: Pick<
    ComponentProps<typeof Dialog>,
    "open" | "onOpenChange" | "title" | "description" | "focusAfterwards"
  >;
  /** Those offered first. */
  roles: ComponentProps<typeof RolesField>["roles"];
  onClose: () => void;
}

type Values = z.input<typeof invite>;

function InviteForm({ frame, roles, onClose }: InviteFormProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const client = useQueryClient();
  const proceed = useProceed();
  const label = useUserLabel();
  const formId = useId();
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
    <Dialog
      {...frame}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving.saving}>
            {t("invite.send")}
          </Button>
        </>
      }
    >
      <FormShell
        form={form}
        id={formId}
        label={t("invite.action")}
        faults={saving.faults}
        onSubmit={saving.submit}
      >
        <ProblemAlert problem={saving.problem} className="mb-4" />
        <FormContextProvider value={{ editing: true, label, stored: initial }}>
          <div className="flex flex-col gap-4 pb-1">
            <TextField name="email" type="email" required />
            <RolesField roles={roles} />
          </div>
        </FormContextProvider>
      </FormShell>
    </Dialog>
  );
}
