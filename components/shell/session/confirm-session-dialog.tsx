"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser } from "@/lib/client/permissions";
import { onSessionNews } from "@/lib/client/session/announce";
import { hasPasskeys } from "@/lib/client/session/passkeys";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { ownPassword, totpCode } from "@/lib/contract/second-factors";
import { openSignIn } from "./open-sign-in";

interface ConfirmSessionDialogProps {
  /** Accepted factors: `passkey`, `totp`, `recovery`, `password`, or `provider`. */
  accepted: readonly string[];
  /** Time of the last factor in ISO 8601; the epoch or empty if unknown. */
  since: string;
  settle: (isConfirmed: boolean) => void;
}

/** Asks for a factor before a dangerous action, over the unchanged workspace (AU-12). */
export function ConfirmSessionDialog(props: ConfirmSessionDialogProps) {
  return props.accepted.includes("provider") ? (
    <ConfirmAtProvider {...props} />
  ) : (
    <ConfirmByFactor {...props} />
  );
}

function useDescription(since: string): string {
  const t = useTranslations("shell.confirmSession");
  const format = useFormat();
  return Date.parse(since) > 0 ? t("description", { when: format.dateTime(since) }) : t("undated");
}

const nothing: { currentPassword?: string; code?: string } = { currentPassword: "", code: "" };

function ConfirmByFactor({ accepted, since, settle }: ConfirmSessionDialogProps) {
  const t = useTranslations("shell.confirmSession");
  const label = useFieldLabel("shell.confirmSession");
  const description = useDescription(since);
  const { data: user } = useCurrentUser();
  const [isByCode, setByCode] = useState(false);
  const form = useForm({
    resolver: useSchemaResolver<typeof nothing>(isByCode ? totpCode : ownPassword),
    defaultValues: nothing,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: async ({ currentPassword, code }) => {
      if (code !== undefined) return call(contract.user.confirm, { body: { code } });
      if (currentPassword !== undefined) return call(contract.user.confirm, { body: { currentPassword } });
      return call(contract.user.confirm, { body: { response: await passkeyResponse() } });
    },
    onSaved: () => settle(true),
    quiet: true,
  });
  const hasPasskey = accepted.includes("passkey") && hasPasskeys();
  const hasCode = accepted.includes("totp") || accepted.includes("recovery");
  return (
    <FormDialog
      form={form}
      saving={saving}
      size="sm"
      title={t("title")}
      description={description}
      submitLabel={t("submit")}
      label={label}
      onClose={() => settle(false)}
    >
      {hasPasskey && (
        <Button icon={<KeyRound />} data-autofocus loading={saving.saving} onClick={() => saving.persist({})}>
          {t("usePasskey")}
        </Button>
      )}
      {/* Password managers find the account by its name. */}
      <input hidden autoComplete="username" value={user?.profile.userName ?? ""} readOnly />
      {isByCode ? (
        <TextField key="code" name="code" required autoFocus autoComplete="one-time-code" />
      ) : (
        <TextField name="currentPassword" type="password" required autoComplete="current-password" />
      )}
      {hasCode && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setByCode(!isByCode)}>
          {t(isByCode ? "usePassword" : "useCode")}
        </Button>
      )}
    </FormDialog>
  );
}

/** @throws {DOMException} named AbortError if the user chose none */
async function passkeyResponse() {
  const options = await call(contract.user.confirmByPasskey, {});
  const { getPasskey } = await import("@/components/login/passkey");
  return getPasskey(options).catch(() => {
    throw new DOMException("The browser returned no passkey.", "AbortError");
  });
}

/** Signs in at the provider; tabs and drafts stay. */
function ConfirmAtProvider({ since, settle }: ConfirmSessionDialogProps) {
  const t = useTranslations("shell.confirmSession");
  const common = useTranslations("common");
  const description = useDescription(since);
  const prefix = usePrefix();
  const { data: user } = useCurrentUser();
  const userId = user?.profile.userId;
  useEffect(() => {
    let isOpen = true;
    const stop = onSessionNews(prefix, async (news) => {
      if (news !== "signedIn") return;
      const current = await call(contract.user.current, {}, { failWithoutSession: true }).catch(
        () => undefined,
      );
      // Another user gets a separate workspace.
      if (isOpen && current && current.profile.userId === userId) settle(true);
    });
    return () => {
      isOpen = false;
      stop();
    };
  }, [prefix, userId, settle]);
  const open = () => openSignIn(`${prefix}/api/auth/sign-in/oidc`, { prompt: "login" });
  return (
    <Dialog
      open
      onOpenChange={() => settle(false)}
      size="sm"
      title={t("title")}
      description={`${description} ${t("elsewhere")}`}
      footer={
        <>
          <Button onClick={() => settle(false)}>{common("cancel")}</Button>
          <Button variant="primary" onClick={open}>
            {t("signIn")}
          </Button>
        </>
      }
    />
  );
}
