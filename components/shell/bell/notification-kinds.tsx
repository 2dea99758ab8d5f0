"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { NotificationKind } from "@/lib/contract/notifications";

/** Switches for the optional notification kinds (HO-03). */
export function NotificationKinds() {
  const t = useTranslations("bell.kinds");
  const retry = useTranslations("common")("retry");
  const client = useQueryClient();
  // The server translates them to the user's language.
  const queryKey = [contract.notifications.kinds.area, "kinds", useLocale()];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.notifications.kinds, {}, { signal }),
  });
  const { mutate } = useMutation({
    meta: { silent: "success" },
    mutationFn: ({ kind, isMuted }: Pick<NotificationKind, "kind" | "isMuted">) =>
      call(contract.notifications.mute, { params: { kind }, body: { isMuted } }),
    onMutate: async ({ kind, isMuted }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<NotificationKind[]>(queryKey, (before) =>
        before?.map((one) => (one.kind === kind ? { ...one, isMuted } : one)),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <section aria-label={t("choose")} className="flex flex-col gap-3 border-b bg-background px-4 py-3">
      {isError && !data && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => refetch()}>
              {retry}
            </Button>
          }
        >
          {t("failed")}
        </Alert>
      )}
      {!data && !isError && <Skeleton className="h-36 w-full" />}
      {data && (
        <ul className="flex flex-col gap-2 text-sm">
          {data.map(({ kind, kindName, isMuted }) => (
            <li key={kind}>
              <Switch
                label={kindName}
                checked={!isMuted}
                onChange={({ target }) => mutate({ kind, isMuted: !target.checked })}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted text-xs">{t("description")}</p>
    </section>
  );
}
