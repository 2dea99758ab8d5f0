"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api/error";
import { contract } from "@/lib/contract";
import { errorMessage } from "./error-message";
import { keepError, reportError } from "./messages/report-error";

/** Asked again and again in the background: who shows them says what is the matter. */
const background: readonly unknown[] = [contract.user.current.area, contract.notifications.list.area];

/** Says what became of every request that changes something (ER-02); queries are shown by their view. Errors are kept. */
export function RequestMessages() {
  const client = useQueryClient();
  const t = useTranslations("common");
  const say = useRef(t);
  useEffect(() => {
    say.current = t;
  }, [t]);

  useEffect(() => {
    const textOf = (error: unknown, own?: string) =>
      errorMessage(error, {
        own,
        unauthorized: say.current("unauthorized"),
        fallback: say.current("errorOccurred"),
      });
    const stops = [
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { silent, errorMessage: own, successMessage } = event.mutation.meta ?? {};
        if (silent === true) return;
        if (event.action.type === "success" && silent !== "success")
          toast.success(successMessage ?? say.current("changesSaved"));
        if (event.action.type !== "error") return;
        const { error } = event.action;
        const text = textOf(error, own);
        if (!text) return;
        // That something is not allowed is said by a toast in any case (ER-02), whatever is said beside it.
        const isForbidden = error instanceof ApiError && error.status === 403;
        if (silent !== "error" || isForbidden) reportError(text, error);
        // What is wrong with single fields is said at the fields.
        else if (!(error instanceof ApiError && error.fieldErrors.length > 0)) keepError(text, error);
      }),
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const text = textOf(event.action.error);
        if (text && !background.includes(event.query.queryKey[0])) keepError(text, event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);

  // A 403 means that the permissions known here are out of date (PM-04).
  useEffect(() => {
    const refresh = (error: unknown) => {
      if (error instanceof ApiError && error.status === 403)
        client.invalidateQueries({ queryKey: [contract.user.current.area, contract.user.current.name] });
    };
    const stops = [
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") refresh(event.action.error);
      }),
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && event.query.queryKey[0] !== "user")
          refresh(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);

  return null;
}
