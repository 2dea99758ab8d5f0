"use client";

import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { goToSignIn } from "./go-to-sign-in";

/** After signing out: going on by itself would sign the same person in again, where the provider still knows them. */
export function SignedOut({
  prefix,
  beginAt,
  onlyHere,
}: {
  prefix: string;
  beginAt: string;
  onlyHere: boolean;
}) {
  const t = useTranslations("login.elsewhere");
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg leading-6">{t("signedOutTitle")}</h1>
        <p className="text-muted">{t(onlyHere ? "signedOutOnlyHere" : "signedOut")}</p>
      </div>
      <Button variant="primary" size="lg" className="w-full" onClick={() => goToSignIn(prefix, beginAt)}>
        {t("signIn")}
      </Button>
    </div>
  );
}
