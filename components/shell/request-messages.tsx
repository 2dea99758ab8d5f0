"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { ApiError } from "@/lib/api/error";
import { contract } from "@/lib/contract";
import { errorMessage } from "./error-message";

/** Says what became of every request that changes something (ER-02); queries are shown by their view. */
export function RequestMessages() {
  const client = useQueryClient();
  const t = useTranslations("common");
  const say = useRef(t);
  useEffect(() => {
    say.current = t;
  }, [t]);

  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { silent, errorMessage: own, successMessage } = event.mutation.meta ?? {};
        if (event.action.type === "success" && silent !== true && silent !== "success")
          toast.success(successMessage ?? say.current("changesSaved"));
        if (event.action.type === "error" && silent !== true && silent !== "error") {
          const text = errorMessage(event.action.error, {
            own,
            unauthorized: say.current("unauthorized"),
            fallback: say.current("errorOccurred"),
          });
          if (text) toast.error(text);
        }
      }),
    [client],
  );

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
