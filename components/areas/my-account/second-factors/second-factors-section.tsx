"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionRow } from "@/components/resource/form/section-row";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { SecondFactors } from "@/lib/contract/second-factors";
import { AddPasskeyDialog } from "./add-passkey-dialog";
import { AppDialog } from "./app-dialog";
import { PasskeyRows } from "./passkey-rows";
import { PasswordDialog } from "./password-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { RenamePasskeyDialog } from "./rename-passkey-dialog";

/** Second factors of the user's own sign-in (AU-11). */
export default function SecondFactorsSection() {
  const t = useTranslations("my-account.secondFactors");
  const { data, error, refetch } = useQuery(queryOf(contract.user.secondFactors, {}));
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      {data ? (
        <Factors factors={data} />
      ) : error ? (
        <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </SectionCard>
  );
}

type Passkey = SecondFactors["passkeys"][number];

type Shown =
  | { kind: "setUp" | "remove" | "renew" | "addPasskey" }
  | { kind: "renamePasskey" | "removePasskey"; passkey: Passkey }
  | { kind: "app"; secret: string; address: string }
  | { kind: "codes"; codes: readonly string[] };

function Factors({ factors }: { factors: SecondFactors }) {
  const t = useTranslations("my-account.secondFactors");
  const format = useFormat();
  const [shown, setShown] = useState<Shown>();
  const { totpOn, passkeys, recoveryCodesLeft, isTotpOffered } = factors;
  return (
    <>
      <ul className="-my-3 flex flex-col divide-y">
        <SectionRow
          title={t("app")}
          state={
            totpOn
              ? t("appSince", { when: format.dateTime(totpOn) })
              : t(isTotpOffered ? "appMissing" : "appUnavailable")
          }
        >
          {totpOn ? (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setShown({ kind: "remove" })}>
              {t("remove")}
            </Button>
          ) : (
            isTotpOffered && (
              <Button size="sm" aria-haspopup="dialog" onClick={() => setShown({ kind: "setUp" })}>
                {t("setUp")}
              </Button>
            )
          )}
        </SectionRow>
        <PasskeyRows
          factors={factors}
          onAdd={() => setShown({ kind: "addPasskey" })}
          onRename={(passkey) => setShown({ kind: "renamePasskey", passkey })}
          onRemove={(passkey) => setShown({ kind: "removePasskey", passkey })}
        />
        {(totpOn || passkeys.length > 0) && (
          <SectionRow title={t("codes")} state={t("codesLeft", { left: recoveryCodesLeft })}>
            <Button size="sm" aria-haspopup="dialog" onClick={() => setShown({ kind: "renew" })}>
              {t("codesRenew")}
            </Button>
          </SectionRow>
        )}
      </ul>
      {shown && <FactorDialog shown={shown} show={setShown} />}
    </>
  );
}

const remove = (body: { currentPassword: string; secondFactor: string }) =>
  call(contract.user.removeSecondFactor, { body });

function FactorDialog({ shown, show }: { shown: Shown; show: (next: Shown | undefined) => void }) {
  const t = useTranslations("my-account.secondFactors");
  const client = useQueryClient();
  const refresh = () => invalidateAreas(client, contract.user.confirmTotp.affects);
  const close = () => show(undefined);
  const done = () => {
    refresh();
    close();
  };
  const showCodes = (codes: readonly string[]) => {
    refresh();
    show(codes.length > 0 ? { kind: "codes", codes } : undefined);
  };
  switch (shown.kind) {
    case "setUp":
      return (
        <PasswordDialog
          title={t("setUpTitle")}
          description={t("passwordFirst")}
          submitLabel={t("next")}
          save={(body) => call(contract.user.makeTotp, { body })}
          onSaved={(totp) => show({ kind: "app", ...totp })}
          onClose={close}
        />
      );
    case "app":
      return <AppDialog secret={shown.secret} address={shown.address} onSaved={showCodes} onClose={close} />;
    case "codes":
      return <RecoveryCodesDialog codes={shown.codes} onClose={close} />;
    case "renew":
      return (
        <PasswordDialog
          title={t("codesRenew")}
          description={t("codesRenewLost")}
          submitLabel={t("codesRenew")}
          save={(body) => call(contract.user.renewRecoveryCodes, { body })}
          onSaved={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={close}
        />
      );
    case "addPasskey":
      return <AddPasskeyDialog onSaved={showCodes} onClose={close} />;
    case "renamePasskey":
      return <RenamePasskeyDialog passkey={shown.passkey} onSaved={done} onClose={close} />;
    case "remove":
      return (
        <PasswordDialog
          title={t("removeTitle")}
          description={t("removeLost")}
          submitLabel={t("remove")}
          save={(body) => remove({ ...body, secondFactor: "totp" })}
          onSaved={done}
          successMessage={t("removed")}
          onClose={close}
        />
      );
    case "removePasskey":
      return (
        <PasswordDialog
          title={t("passkeyRemoveTitle", { name: shown.passkey.name })}
          description={t("passkeyRemoveLost")}
          submitLabel={t("remove")}
          save={(body) => remove({ ...body, secondFactor: shown.passkey.passkeyId })}
          onSaved={done}
          successMessage={t("passkeyRemoved")}
          onClose={close}
        />
      );
  }
}
