"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser } from "@/lib/client/permissions";
import { useTabStore } from "@/lib/client/tabs/context";

const place = "/my-account?tab=security";

/** Reminds a user without a second factor that the organisation requires one, now or soon (AU-11). */
export default function SecondFactorBanner() {
  const t = useTranslations("shell.secondFactor");
  const format = useFormat();
  const { actions } = useTabStore();
  const from = useCurrentUser().data?.secondFactorFrom;
  if (!from) return null;
  return (
    <Alert
      tone="warning"
      title={Date.parse(from) > serverNow() ? t("soon", { day: format.date(from) }) : t("now")}
      className="items-center rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" onClick={() => actions.open(place)}>
          {t("setUp")}
        </Button>
      }
    >
      <p className="text-muted">{t("description")}</p>
    </Alert>
  );
}
