"use client";
import { type ReactNode, useMemo } from "react";
import { Avatar } from "@/components/ui/avatar";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";

interface Person {
  userName: string;
  firstName?: string;
  lastName?: string;
}

interface PersonNameProps {
  person: Person;
  /** The address of the person's picture, from {@link useAvatarAddress}. */
  src?: string;
  children: ReactNode;
}

/** What somebody is called, behind their picture or initials. */
export function PersonName({ person, src, children }: PersonNameProps) {
  return (
    <>
      {/* In the line of the name, which it makes no higher; left out where a table has no room to spare. */}
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

type AddressOf = (person: { userId: string; avatar?: string | null }) => string | undefined;

/** Where pictures of users are; nowhere for those who may not see users. Asked once for a whole table. */
export function useAvatarAddress(): AddressOf {
  const { prefix } = usePublicConfig();
  const seesUsers = usePermissions().has("UserView");
  return useMemo(
    () => (person) => (seesUsers ? avatarAddressOf(prefix, person) : undefined),
    [prefix, seesUsers],
  );
}

/** First and last name of somebody of whom only the whole name is known. */
export function namesIn(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...others] = name.split(" ");
  return { firstName, lastName: others.at(-1) ?? "" };
}
