"use client";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { DateTimeField } from "@/components/resource/fields/date-fields";
import { CheckboxField, FieldRow, ReadField } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { useCapability } from "@/lib/client/api/capabilities";
import { useCurrentUser } from "@/lib/client/permissions";
import type { UserDetail } from "@/lib/contract/users";
import { useDenied } from "./denied";
import { SuspendedBadge } from "./suspended-badge";

export interface SuspensionValues {
  isActive: boolean;
  /** Empty: until reactivated. */
  suspendedUntil: string;
}

export const suspensionValues = ({ isActive = true, suspendedUntil }: UserDetail): SuspensionValues => ({
  isActive,
  suspendedUntil: suspendedUntil ?? "",
});

/** Part of the body of a save; empty while unchanged, because other servers may not know these fields. */
export function suspensionBody(user: UserDetail, given: SuspensionValues): Partial<SuspensionValues> {
  const stored = suspensionValues(user);
  const next = given.isActive ? { ...given, suspendedUntil: "" } : given;
  const isSame = stored.isActive === next.isActive && stored.suspendedUntil === next.suspendedUntil;
  return isSame ? {} : next;
}

/** Suspends and reactivates a user (US-06). */
export function SuspensionFields({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const { editing } = useFormContextValue();
  const isOffered = useCapability("suspension");
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "suspensionOfStronger");
  const isActive = useWatch({ name: "isActive" }) !== false;
  // The head of the view shows that a user is active.
  if (!isOffered || (!editing && user.isActive !== false)) return null;
  const reason = isMe ? t("suspendingSelf") : denied;
  if (!editing || reason)
    return (
      <FieldRow>
        <ReadField name="isActive">
          {user.isActive ? t("state.active") : <SuspendedBadge isActive={false} />}
          {editing && reason && <p className="text-muted text-xs">{reason}</p>}
        </ReadField>
        {user.suspendedUntil && <ReadField name="suspendedUntil" />}
      </FieldRow>
    );
  return (
    <FieldRow>
      <CheckboxField name="isActive" help={t("help.isActive")} />
      {!isActive && <DateTimeField name="suspendedUntil" help={t("help.suspendedUntil")} />}
    </FieldRow>
  );
}
