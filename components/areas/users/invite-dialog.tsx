"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import { invite } from "@/lib/contract/invitations";
import { roleOptionsCall } from "./calls";
import { InvitationLink } from "./invitation-link";
import { useUserLabel } from "./labels";
import { useProceed } from "./proceed";
import { initialRoleIds, RolesField } from "./roles-field";

interface InviteDialogProps {
  onClose: () => void;
  /** Focus target after closing: the element that opened the dialog may be removed. */
  focusAfterwards: () => HTMLElement | null;
}

/** Invites a user by e-mail, or by a link to forward without a mail server (US-02). */
export default function InviteDialog(props: InviteDialogProps) {
  const t = useTranslations("users.invite");
  const [made, setMade] = useState<{ email: string; link: string }>();
  if (made) return <InvitationLink {...made} {...props} />;
  return <InviteForm {...props} title={t("title")} onLink={setMade} />;
}

type Values = z.input<typeof invite>;

interface InviteFormProps extends InviteDialogProps, Pick<ComponentProps<typeof FormDialog>, "title"> {
  onLink: (made: { email: string; link: string }) => void;
}

const roleOptions = queryOf(contract.dictionaries.roles, roleOptionsCall);

/** Default roles are selected once loaded; the form works before that. */
function InviteForm({ title, onLink, onClose, focusAfterwards }: InviteFormProps) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const proceed = useProceed();
  const label = useUserLabel();
  const isMailed = !useCapability("invitation-links");
  const { data } = useQuery(roleOptions);
  const roles = data?.list;
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(invite),
    defaultValues: { email: "", roleIds: [], isProceed: false },
    shouldFocusError: false,
  });
  const { resetField } = form;
  const isChosen = form.formState.dirtyFields.roleIds !== undefined;
  useEffect(() => {
    if (roles && !isChosen) resetField("roleIds", { defaultValue: initialRoleIds(roles) });
  }, [roles, isChosen, resetField]);
  const saving = useSaveForm<Values, { email: string; link?: string }>({
    form,
    save: async ({ roleIds, ...body }) => {
      // Without roles the invitation can still be sent; roles can be assigned later.
      const known =
        roles ??
        (await client.fetchQuery(roleOptions).then(
          ({ list }) => list,
          () => [],
        ));
      const given = { ...body, roleIds: roles || isChosen ? roleIds : initialRoleIds(known) };
      const invitationId = await proceed((isProceed) =>
        call(contract.invitations.invite, { body: { ...given, isProceed } }),
      );
      if (isMailed) return { email: body.email };
      return { email: body.email, link: await call(contract.invitations.link, { params: { invitationId } }) };
    },
    onSaved: ({ email, link }) => {
      if (link) onLink({ email, link });
      else onClose();
      invalidateAreas(client, contract.invitations.invite.affects);
    },
    successMessage: isMailed ? t("invite.sent") : t("invite.created"),
  });

  return (
    <FormDialog
      title={title}
      description={isMailed ? t("invite.description") : t("invite.noMail")}
      focusAfterwards={focusAfterwards}
      form={form}
      saving={saving}
      formLabel={t("invite.action")}
      submitLabel={isMailed ? t("invite.send") : t("invite.create")}
      label={label}
      onClose={onClose}
    >
      <TextField name="email" type="email" required />
      <RolesField roles={roles ?? []} />
    </FormDialog>
  );
}
