"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { FieldValue } from "@/components/resource/record/field-value";
import { PersonName, useAvatarAddress } from "@/components/resource/record/person-name";
import type { ResourceColumn } from "@/components/resource/table/columns";
import { useFormat } from "@/lib/client/format";
import type { UserRow } from "@/lib/contract/users";

export function useUserColumns(): ResourceColumn<UserRow>[] {
  const t = useTranslations("users.fields");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const avatarAddress = useAvatarAddress();
  return useMemo(
    () => [
      {
        id: "userName",
        header: t("userName"),
        cell: (user) => (
          <PersonName person={user} src={avatarAddress(user)}>
            {user.userName}
          </PersonName>
        ),
      },
      {
        id: "lastName",
        header: t("lastName"),
        cell: ({ lastName }) => <FieldValue name="lastName" value={lastName} />,
      },
      {
        id: "firstName",
        header: t("firstName"),
        cell: ({ firstName }) => <FieldValue name="firstName" value={firstName} />,
        from: "sm",
      },
      {
        id: "email",
        header: t("email"),
        cell: ({ email }) => <FieldValue name="email" value={email} />,
        from: "md",
        width: "w-[17%]",
      },
      {
        id: "lastLoginDate",
        header: t("lastLoginDate"),
        cell: ({ lastLoginDate }) =>
          lastLoginDate ? format.dateTime(lastLoginDate) : <span className="text-muted">{never}</span>,
        from: "lg",
        // The words above it are longer than any date below.
        width: "w-50",
      },
      {
        id: "createdOn",
        header: t("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "lg",
        width: "w-46",
      },
      { id: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy, from: "lg" },
    ],
    [t, never, format, avatarAddress],
  );
}
