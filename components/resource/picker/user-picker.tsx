"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useMemo } from "react";
import { contract } from "@/lib/contract";
import type { ResourceColumn } from "../list/columns";
import type { RowOf } from "../list/list-call";
import { FieldValue } from "../values/field-value";
import { namesIn, PersonName, useAvatarAddress } from "../values/person-name";
import { PickerDialog } from "./picker-dialog";

type UserOption = RowOf<typeof contract.dictionaries.users>;
type Dialog = ComponentProps<typeof PickerDialog<typeof contract.dictionaries.users>>;

interface UserPickerProps
  extends Pick<Dialog, "open" | "onOpenChange" | "title" | "description" | "options" | "filter" | "areas"> {
  /** Message if no users are available. */
  noneToAdd: string;
  /** The dialog closes when it resolves, and stays open with the selection when it rejects. */
  onChoose: (userIds: string[]) => Promise<unknown>;
}

/** Chooses users, distinguished by picture, user name and e-mail. */
export function UserPicker({ noneToAdd, onChoose, ...dialog }: UserPickerProps) {
  const t = useTranslations("resource.userPicker");
  const avatarAddress = useAvatarAddress();
  const columns = useMemo<ResourceColumn<UserOption>[]>(
    () => [
      {
        id: "name",
        header: t("name"),
        cell: ({ id, name, userName, avatar }) => (
          <PersonName person={{ userName, ...namesIn(name) }} src={avatarAddress({ userId: id, avatar })}>
            {name}
          </PersonName>
        ),
      },
      { id: "userName", header: t("userName"), cell: ({ userName }) => userName },
      {
        id: "email",
        header: t("email"),
        cell: ({ email }) => <FieldValue name="email" value={email} />,
        from: "md",
      },
    ],
    [t, avatarAddress],
  );
  return (
    <PickerDialog
      {...dialog}
      endpoint={contract.dictionaries.users}
      label={t("label")}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={{ icon: <Users />, title: noneToAdd }}
      onChoose={(rows) => onChoose(rows.map(({ id }) => id))}
    />
  );
}
