"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser } from "@/lib/client/permissions";
import { announceSession } from "@/lib/client/session/announce";
import { userKey } from "@/lib/client/settings/settings-writer";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";

/** Shows as which user the session views the product, and ends it; the original workspace replaces this one then. */
export default function ViewingBanner() {
  const t = useTranslations("shell.viewing");
  const client = useQueryClient();
  const prefix = usePrefix();
  const format = useFormat();
  const { data: user } = useCurrentUser();
  const end = useMutation({
    mutationFn: () => call(contract.user.endViewing, {}),
    meta: { silent: "success" },
    onSuccess() {
      announceSession(prefix);
      return client.refetchQueries({ queryKey: userKey });
    },
  });
  if (!user?.viewedBy) return null;
  return (
    <Alert
      tone="warning"
      title={t("title", { name: userDisplayName(user.profile) })}
      className="items-center rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" loading={end.isPending} onClick={() => end.mutate()}>
          {t("end")}
        </Button>
      }
    >
      <p className="text-muted">{t("description", { time: format.time(user.viewedBy.until) })}</p>
    </Alert>
  );
}
