"use client";
import { type ReactNode, useMemo } from "react";
import { Avatar } from "@/components/ui/avatar";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import type { HistoryRow } from "@/lib/contract/history";

interface NamedPerson {
  userName: string;
  firstName?: string;
  lastName?: string;
}

interface PersonNameProps {
  person: NamedPerson;
  /** Address of the person's picture, from {@link useAvatarAddress}. */
  src?: string;
  children: ReactNode;
}

/** A person's name after their picture or initials. */
export function PersonName({ person, src, children }: PersonNameProps) {
  return (
    <>
      {/* Inline with the name without increasing the row height; omitted in dense tables. */}
      <Avatar
        {...person}
        src={src}
        size={20}
        className="-my-1 mr-2 align-middle [display:var(--cell-mark-display,inline-flex)]!"
      />
      {children}
    </>
  );
}

interface AuthorNameProps {
  change: Pick<HistoryRow, "changedBy" | "author">;
  pictureOf: AddressOf;
}

/** Author of a change; the name is as it was then. */
export function AuthorName({ change: { changedBy, author }, pictureOf }: AuthorNameProps) {
  return (
    <PersonName person={{ userName: "", ...namesIn(changedBy) }} src={author ? pictureOf(author) : undefined}>
      {changedBy}
    </PersonName>
  );
}

type AddressOf = (person: { userId: string; avatar?: string | null }) => string | undefined;

/** Returns the addresses of user pictures; none without permission to view users. Use once per table. */
export function useAvatarAddress(): AddressOf {
  const { prefix } = usePublicConfig();
  const seesUsers = usePermissions().has("UserView");
  return useMemo(
    () => (person) => (seesUsers ? avatarAddressOf(prefix, person) : undefined),
    [prefix, seesUsers],
  );
}

/** Splits a full name into first and last name. */
export function namesIn(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...others] = name.split(" ");
  return { firstName, lastName: others.at(-1) ?? "" };
}
