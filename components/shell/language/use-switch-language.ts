"use client";
import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { call } from "@/lib/client/api/client";
import { useLanguage } from "@/lib/client/i18n/language-provider";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { isRefusal, showSaved, userKey } from "@/lib/client/settings/settings-writer";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { forgetUnsavedLanguage, keepUnsavedLanguage, unsavedLanguage } from "@/lib/i18n/unsaved-language";
import type { Language } from "@/lib/preferences/preferences";
import { reportError } from "../../errors/report-error";

/** Switches the language without a reload, and saves it for the user (PR-02). */
export function useSwitchLanguage(): (language: Language) => Promise<void> {
  const { setLanguage } = useLanguage();
  const t = useTranslations("common");
  const { prefix, userId, save } = useSaveLanguage("success");
  return async (language) => {
    // First, so that a page reloaded meanwhile already uses and saves the language.
    if (userId !== undefined) keepUnsavedLanguage(prefix, userId, language);
    try {
      if (!(await setLanguage(language))) return;
    } catch (error) {
      reportError(t("errorOccurred"), error);
      return;
    }
    save(language);
  };
}

/** Saves a language that an earlier page could not save, as soon as the server responds (PR-02). */
export function useUnsavedLanguage(): void {
  const client = useQueryClient();
  const { userId, save } = useSaveLanguage(true);
  useEffect(() => {
    if (userId === undefined) return;
    const send = () => {
      const language = unsavedLanguage(document.cookie, userId);
      if (language && client.isMutating({ mutationKey }) === 0) save(language);
    };
    send();
    addEventListener("online", send);
    const stop = client.getQueryCache().subscribe(({ type, query }) => {
      const isHeard = type === "updated" && query.state.fetchStatus === "idle" && query.state.error === null;
      if (isHeard && query.queryHash === userHash) send();
    });
    return () => {
      removeEventListener("online", send);
      stop();
    };
  }, [client, userId, save]);
}

const mutationKey = ["user", "languageSymbol"];
const userHash = hashKey(userKey);

function useSaveLanguage(silent: true | "success") {
  const client = useQueryClient();
  const prefix = usePrefix();
  const userId = useStorageOwnerId();
  const forget = (language: Language) => userId && forgetUnsavedLanguage(prefix, userId, language);
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (symbol: Language) =>
      call(
        contract.user.saveLanguage,
        { params: { symbol } },
        { keepalive: true, failWithoutSession: silent === true },
      ),
    meta: { silent },
    // Sequential, so that the last choice is saved last.
    scope: { id: "languageSymbol" },
    onSuccess: (_, symbol) => {
      forget(symbol);
      showSaved(client, new Map([["languageSymbol", symbol]]));
    },
    onError: (error, symbol) => isRefusal(error) && forget(symbol),
  });
  return { prefix, userId, save: mutate };
}
