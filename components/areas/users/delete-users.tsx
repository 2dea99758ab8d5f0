"use client";
import { useTranslations } from "next-intl";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { useRestoring } from "@/components/resource/record/use-restoring";
import { useSignOut } from "@/components/shell/session/sign-out";
import { call } from "@/lib/client/api/client";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";

interface Deletable {
  userId: string;
  userName: string;
  firstName: string;
  lastName: string;
}

/** Deletes users after confirmation, and signs out users who deleted themselves (AU-09). */
export function useDeleteUsers() {
  const t = useTranslations("users.delete");
  const deleted = useTranslations("history.types")("UserDeleted");
  const me = useCurrentUser().data?.profile.userId;
  const signOut = useSignOut();
  const includesMe = (users: readonly Deletable[]) => users.some(({ userId }) => userId === me);

  const restoration = useRestoring<Deletable>({
    endpoint: contract.users.restoreDeleted,
    idName: "userId",
    idOf: ({ userId }) => userId,
    nameOf: userDisplayName,
  });

  return useConfirmedCall<Deletable>({
    question: (users) => {
      const [first] = users;
      const values = { count: users.length, name: first ? userDisplayName(first) : "" };
      return {
        title: t("title", values),
        description: (
          <>
            {t("lost", values)}
            {includesMe(users) && <strong className="mt-2 block text-danger">{t("yourself")}</strong>}
          </>
        ),
        confirmLabel: t("confirm", values),
      };
    },
    run: (users) => call(contract.users.remove, { query: { userIds: users.map(({ userId }) => userId) } }),
    doneText: ([user, ...others]) =>
      user && others.length === 0 ? `${deleted}: ${userDisplayName(user)}` : undefined,
    undo: restoration.askForAll,
    nameOf: userDisplayName,
    deletedId: ({ userId }) => userId,
    areas: contract.users.remove.affects,
    onDone: (users) => (includesMe(users) ? signOut({ ask: false }) : undefined),
  });
}
