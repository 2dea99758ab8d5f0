"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FieldRow, ReadField, TextField } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/record/confirmed-call";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";
import { type UserDetail, userEdit } from "@/lib/contract/users";
import { useFormat } from "@/lib/format";
import { usePermissions } from "@/lib/permissions";
import { useUserLabel } from "./labels";

const valuesOf = ({ firstName, lastName, userName, email }: UserDetail) => ({
  firstName,
  lastName,
  userName,
  email,
});

export function UserSection({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const client = useQueryClient();
  const { has } = usePermissions();
  const params = { userId: user.userId };
  return (
    <FormSection
      id="user"
      title={t("sections.user")}
      schema={userEdit}
      record={user}
      valuesOf={valuesOf}
      label={useUserLabel()}
      save={(values, version) => call(contract.users.save, { params, body: { ...values, version } })}
      onSaved={async () => {
        await invalidateAreas(client, "users", "roles", "dictionaries", "user");
      }}
      canEdit={has("UserView_EditAction")}
    >
      <FieldRow>
        <TextField name="firstName" required />
        <TextField name="lastName" required />
      </FieldRow>
      <FieldRow>
        <TextField name="userName" required help={t("help.userName")} />
        <TextField name="email" type="email" />
      </FieldRow>
      <FieldRow>
        <ReadField name="lastLoginDate">
          {user.lastLoginDate ? format.dateTime(user.lastLoginDate) : never}
        </ReadField>
      </FieldRow>
    </FormSection>
  );
}
