"use client";
import { useQueryClient } from "@tanstack/react-query";
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
import { invalidateAreas } from "@/components/resource/record/confirmed-call";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import { contract } from "@/lib/contract";
import { invite } from "@/lib/contract/invitations";
import { useUserLabel } from "./labels";
import { RolesField, rolesAtFirst } from "./roles-field";

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

export function InviteForm({ frame, roles, onClose }: InviteFormProps) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const client = useQueryClient();
  const confirm = useConfirm();
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
    save: async (body) => {
      try {
        return await call(contract.invitations.invite, { body });
      } catch (error) {
        if (!mayBeResent(error)) throw error;
        // The first failure is silent and asks instead (US-02).
        const again = await confirm({
          title: t("invite.resendTitle"),
          description: error.serverMessage,
          confirmLabel: t("invite.resend"),
        });
        if (!again) throw new DOMException("", "AbortError");
        return call(contract.invitations.invite, { body: { ...body, isProceed: true } });
      }
    },
    onSaved: () => {
      onClose();
      invalidateAreas(client, contract.invitations.list.area);
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

/** Not where sending again would fail alike: without an answer, not signed in, not allowed, or with a field to be mended. */
function mayBeResent(error: unknown): error is ApiError {
  return error instanceof ApiError && ![0, 401, 403].includes(error.status) && error.fieldErrors.length === 0;
}
