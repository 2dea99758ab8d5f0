"use client";
import { useTranslations } from "next-intl";
import { SectionRow } from "@/components/resource/form/section-row";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import { hasPasskeys } from "@/lib/client/session/passkeys";
import type { SecondFactors } from "@/lib/contract/second-factors";

type Passkey = SecondFactors["passkeys"][number];

interface PasskeyRowsProps {
  factors: SecondFactors;
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

/** The user's passkeys, or the reason why they cannot be used (AU-11). */
export function PasskeyRows({ factors, onAdd, onRename, onRemove }: PasskeyRowsProps) {
  const t = useTranslations("my-account.secondFactors");
  const common = useTranslations("common");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const { passkeys, isPasskeyOffered } = factors;
  const isSupported = hasPasskeys();
  const state = !isPasskeyOffered ? "passkeysInsecure" : isSupported ? "passkeysHint" : "passkeysUnsupported";
  return (
    <>
      <SectionRow title={t("passkeys")} state={t(state)}>
        {state === "passkeysHint" && (
          <Button size="sm" aria-haspopup="dialog" onClick={onAdd}>
            {t("passkeyAdd")}
          </Button>
        )}
      </SectionRow>
      {passkeys.map((passkey) => (
        <SectionRow
          key={passkey.passkeyId}
          title={passkey.name}
          state={t("passkeyUsed", {
            created: format.dateTime(passkey.createdOn),
            used: passkey.lastUsedOn ? format.dateTime(passkey.lastUsedOn) : never,
          })}
        >
          <Button
            size="sm"
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={`${t("passkeyRename")}: ${passkey.name}`}
            onClick={() => onRename(passkey)}
          >
            {t("passkeyRename")}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={`${common("delete")}: ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            {common("delete")}
          </Button>
        </SectionRow>
      ))}
    </>
  );
}
