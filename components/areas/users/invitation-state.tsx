"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { useFormat } from "@/lib/client/format";
import type { InvitationRow } from "@/lib/contract/invitations";

const tones = { open: "primary", expired: "neutral", unsent: "warning", ended: "danger" } as const;

/** State of an invitation, as a badge: until when it can be accepted, or why not. */
export function InvitationState({ state, expiresOn }: Pick<InvitationRow, "state" | "expiresOn">) {
  const t = useTranslations("users.invitations");
  const format = useFormat();
  return (
    <Badge tone={tones[state]} className="min-w-0 shrink">
      <span className="truncate">
        {state === "open" ? t("until", { day: format.date(expiresOn) }) : t(`choices.state.${state}`)}
      </span>
    </Badge>
  );
}
