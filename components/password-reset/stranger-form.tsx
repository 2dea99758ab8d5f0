"use client";
import { useTranslations } from "next-intl";
import * as z from "zod";
import { contract } from "@/lib/contract";
import type { SignInLink } from "@/lib/contract/password-resets";
import { usePublicForm } from "../login/use-public-form";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";

interface StrangerFormProps {
  prefix: string;
  language: string;
  token: string;
  signIn: Extract<SignInLink, { state: "open" }>;
}

const nothing = z.object({});
const accepted = z.object({ token: z.string() });

/** Denies a sign-in on a new device, which ends its sessions, and continues to a new password (AU-14). */
export function StrangerForm({ prefix, language, token, signIn }: StrangerFormProps) {
  const t = useTranslations("password-reset.stranger");
  const { userName, browser, system, address } = signIn;
  const { message, busy, form } = usePublicForm({
    ...{ prefix, language, params: { token } },
    endpoint: contract["password-resets"].denySignIn,
    namespace: "password-reset",
    names: [],
    schema: nothing,
    onAccepted: (_, result) =>
      window.location.replace(`${prefix}/password-reset/${accepted.parse(result).token}`),
  });
  return (
    <form {...form} aria-label={t("title")}>
      <div>
        <h1 className="font-semibold text-lg leading-6">{t("title")}</h1>
        <p className="mt-1 break-words">
          {t("description", { userName, browser: browser ?? "none", system: system ?? "none", address })}
        </p>
      </div>
      {message && <Alert tone="danger">{message}</Alert>}
      <p className="text-muted text-sm">{t("consequence")}</p>
      <Button type="submit" variant="danger" size="lg" loading={busy} className="w-full">
        {t("deny")}
      </Button>
      <p className="text-muted text-sm">{t("mine")}</p>
    </form>
  );
}
