"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { type AvatarChange, avatarBody } from "@/components/resource/fields/avatar-change";
import { AvatarField } from "@/components/resource/fields/avatar-field";
import { useFormatExample } from "@/components/resource/fields/format-example";
import { FieldRow, ReadField, TextField } from "@/components/resource/form/fields";
import { FormContextProvider, useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { SectionCard } from "@/components/resource/form/section-card";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { Avatar } from "@/components/ui/avatar";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { type UserSettings as Settings, type UserDetail, userForm } from "@/lib/contract/users";
import { useDenied } from "./denied";
import { useUserLabel } from "./labels";
import {
  SuspensionFields,
  type SuspensionValues,
  suspensionBody,
  suspensionValues,
} from "./suspension-fields";

// The form contains the picture only if changed.
const valuesOf = (user: UserDetail): Values => ({
  avatar: undefined,
  firstName: user.firstName,
  lastName: user.lastName,
  userName: user.userName,
  email: user.email,
  ...suspensionValues(user),
});

interface Values extends SuspensionValues {
  avatar: AvatarChange;
  firstName: string;
  lastName: string;
  userName: string;
  email: string;
}

export function UserSection({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const { has } = usePermissions();
  const params = { userId: user.userId };
  const schema = useMemo(() => userForm(user), [user]);
  const identity = useDenied(user, "identityOfStronger");
  const foreignName = useDenied(user, "foreignUserName");
  return (
    <FormSection
      id="user"
      title={t("sections.user")}
      schema={schema}
      record={user}
      valuesOf={valuesOf}
      label={useUserLabel()}
      save={({ avatar, isActive, suspendedUntil, ...values }, version) =>
        call(contract.users.save, {
          params,
          body: {
            ...values,
            ...suspensionBody(user, { isActive, suspendedUntil }),
            version,
            ...avatarBody(avatar),
          },
        })
      }
      onSaved={() => invalidateAreas(client, contract.users.save.affects)}
      canEdit={has("UserView_EditAction")}
    >
      <EditedAvatar user={user} />
      <FieldRow>
        <TextField name="firstName" required={user.firstName !== ""} />
        <TextField name="lastName" required={user.lastName !== ""} />
      </FieldRow>
      <FieldRow>
        <TextField
          name="userName"
          required
          help={t("help.userName")}
          lockedReason={identity ?? foreignName}
        />
        <TextField name="email" type="email" lockedReason={identity} />
      </FieldRow>
      <SuspensionFields user={user} />
    </FormSection>
  );
}

/** While reading, the picture is in the head of the view. */
function EditedAvatar({ user }: { user: UserDetail }) {
  const { prefix } = usePublicConfig();
  const { editing } = useFormContextValue();
  if (!editing) return null;
  return (
    <AvatarField name="avatar" placeholder={<Avatar {...user} />} stored={avatarAddressOf(prefix, user)} />
  );
}

/** A user's language, date and time settings; users change them in their own account. */
export function UserSettings({ settings }: { settings: Settings }) {
  const t = useTranslations("users.settings");
  const example = useFormatExample(useLocale());
  const titleId = useId();
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("description")}>
      <FormContextProvider value={{ editing: false, label: useUserLabel(), stored: { ...settings } }}>
        <div className="flex flex-col gap-4 in-data-side-panel:gap-2">
          <FieldRow>
            <ReadField name="languageSymbol" />
            <ReadField name="timezone">{settings.timezone || t("browserTimeZone")}</ReadField>
          </FieldRow>
          <FieldRow>
            <ReadField name="longDateFormat">{example("longDateFormat", settings.longDateFormat)}</ReadField>
            <ReadField name="shortDateFormat">
              {example("shortDateFormat", settings.shortDateFormat)}
            </ReadField>
          </FieldRow>
          <FieldRow>
            <ReadField name="longTimeFormat">{example("longTimeFormat", settings.longTimeFormat)}</ReadField>
            <ReadField name="shortTimeFormat">
              {example("shortTimeFormat", settings.shortTimeFormat)}
            </ReadField>
          </FieldRow>
        </div>
      </FormContextProvider>
    </SectionCard>
  );
}
