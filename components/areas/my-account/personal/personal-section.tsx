"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type AvatarChange, avatarBody } from "@/components/resource/fields/avatar-change";
import { AvatarField } from "@/components/resource/fields/avatar-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { FieldRow, ReadField, TextField } from "@/components/resource/form/fields";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Avatar } from "@/components/ui/avatar";
import { ownAvatarAddress } from "@/lib/client/api/avatar-address";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { type Profile, profileForm } from "@/lib/contract/user";
import { SecurityCard } from "./security-card";

interface Values {
  avatar: AvatarChange;
  firstName: string;
  lastName: string;
}

type Stored = Profile & { version: number };

// The form contains the picture only if changed.
const valuesOf = ({ firstName, lastName }: Stored): Values => ({ avatar: undefined, firstName, lastName });

/** Name and picture of the user; only administrators change user name and e-mail (HO-04). */
export default function PersonalSection() {
  const profile = useCurrentUser().data?.profile;
  const hasSecondFactors = useCapability("second-factors");
  const { authMode } = usePublicConfig();
  if (!profile) return null;
  return (
    <SectionsColumn aside={hasSecondFactors && authMode === "basic" && <SecurityCard />}>
      <Personal profile={profile} />
    </SectionsColumn>
  );
}

function Personal({ profile }: { profile: Profile }) {
  const t = useTranslations("my-account");
  const { prefix } = usePublicConfig();
  const client = useQueryClient();
  const schema = useMemo(() => profileForm(profile), [profile]);
  // Without versions on the server, the last save wins.
  const record = { ...profile, version: profile.version ?? 0 };
  return (
    <FormSection<Values, Stored>
      id="personal"
      title={t("personal.title")}
      description={t("personal.description")}
      schema={schema}
      record={record}
      valuesOf={valuesOf}
      label={useFieldLabel("my-account")}
      save={async ({ avatar, firstName, lastName }, version) => {
        const names = { firstName: firstName || undefined, lastName: lastName || undefined };
        const body = { ...names, ...(version ? { version } : {}), ...avatarBody(avatar) };
        const saved = await call(contract.user.save, { body });
        return { ...saved, version: saved.version ?? 0 };
      }}
      onSaved={() => invalidateAreas(client, contract.user.save.affects)}
      canEdit
    >
      <AvatarField
        name="avatar"
        placeholder={<Avatar {...profile} />}
        stored={ownAvatarAddress(prefix, profile.avatar)}
      />
      <FieldRow>
        <TextField name="firstName" required={profile.firstName !== ""} autoComplete="given-name" />
        <TextField name="lastName" required={profile.lastName !== ""} autoComplete="family-name" />
      </FieldRow>
      <FieldRow>
        <ReadField name="userName">{profile.userName}</ReadField>
        <ReadField name="email">{profile.email || undefined}</ReadField>
      </FieldRow>
    </FormSection>
  );
}
