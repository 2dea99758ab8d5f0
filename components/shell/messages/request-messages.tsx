"use client";
import { type MutationMeta, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";
import { errorMessage } from "../../errors/error-message";
import { logError, reportError } from "../../errors/report-error";

/** Background queries; their components show errors themselves. */
const background: readonly unknown[] = [contract.user.current.area, contract.notifications.list.area];

/** Statuses that the shell displays itself: no connection, no session, no API. */
const statusesShownByShell: readonly number[] = [0, 401, 502, 503, 504];

/** Reports the outcome of every request (ER-02): for queries only failures, and only if no view shows them. Errors are logged. */
export function RequestMessages() {
  const client = useQueryClient();
  const t = useTranslations("common");
  const texts = useRef(t);
  useEffect(() => {
    texts.current = t;
  }, [t]);

  useEffect(() => {
    const textOf = (error: unknown, own?: string) =>
      errorMessage(error, {
        own,
        unauthorized: texts.current("unauthorized"),
        fallback: texts.current("errorOccurred"),
      });
    const stops = [
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { silent, errorMessage: own, successMessage, successAction } = event.mutation.meta ?? {};
        if (silent === true) return;
        if (event.action.type === "success" && silent !== "success") {
          const { variables, data } = event.mutation.state;
          toast.success(
            messageFor(successMessage, variables, data) ?? texts.current("changesSaved"),
            successAction?.(data as never),
          );
        }
        if (event.action.type !== "error") return;
        const { error } = event.action;
        const text = textOf(error, own);
        if (!text) return;
        if (silent !== "conflict" || !isConflict(error)) reportError(text, error);
      }),
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error" || event.query.meta?.silent) return;
        const text = textOf(event.action.error);
        if (!text || background.includes(event.query.queryKey[0])) return;
        const report = shouldReport(event.action.error, event.query.state.data !== undefined)
          ? reportError
          : logError;
        report(text, event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);

  // A 403 means that the cached permissions are outdated (PM-04).
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

function messageFor(
  message: MutationMeta["successMessage"],
  variables: unknown,
  data: unknown,
): string | undefined {
  return typeof message === "function" ? message(variables as never, data as never) : message;
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.current !== undefined;
}

/** A forbidden action is always reported in a toast (ER-02). */
function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** @param stays whether the previous data stays visible, so that nothing else shows the failure */
function shouldReport(error: unknown, stays: boolean): boolean {
  if (isForbidden(error)) return true;
  return stays && !(error instanceof ApiError && statusesShownByShell.includes(error.status));
}
