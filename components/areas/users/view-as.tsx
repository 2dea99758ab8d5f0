"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RareAction } from "@/components/resource/record/record-actions";
import { useMayLeave } from "@/components/shell/tabs/unload-guard";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { announceSession } from "@/lib/client/session/announce";
import { userKey } from "@/lib/client/settings/settings-writer";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { viewingMinutes } from "@/lib/contract/viewing";
import { userDisplayName } from "@/lib/format/user-name";
import { useDeniedOf } from "./denied";

/** Starts viewing as a user, whose workspace replaces this one; undefined where it is not offered (PM-05). */
export function useViewAs(): ((user: UserDetail) => RareAction) | undefined {
  const t = useTranslations("users.viewAs");
  const client = useQueryClient();
  const prefix = usePrefix();
  const confirm = useConfirm();
  const mayLeave = useMayLeave();
  const { has } = usePermissions();
  const isOffered = useCapability("view-as");
  const deniedOf = useDeniedOf();
  const me = useCurrentUser().data?.profile.userId;
  const begin = useMutation({
    mutationFn: (userId: string) => call(contract.users.viewAs, { params: { userId } }),
    meta: { silent: "success" },
    onSuccess() {
      announceSession(prefix);
      return client.refetchQueries({ queryKey: userKey });
    },
  });
  if (!isOffered || !has("UserView_EditAction")) return undefined;
  return (user) => ({
    id: "viewAs",
    label: t("action"),
    icon: <Eye />,
    disabledReason: user.userId === me ? t("own") : deniedOf(user, "viewingOfStronger"),
    async onSelect() {
      const isMeant = await confirm({
        title: t("title", { name: userDisplayName(user) }),
        description: t("description", { minutes: viewingMinutes }),
        confirmLabel: t("action"),
      });
      if (isMeant && (await mayLeave("leave"))) begin.mutate(user.userId);
    },
  });
}
