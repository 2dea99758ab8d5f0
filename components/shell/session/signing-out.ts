import type { useTranslations } from "next-intl";
import type { Area } from "@/components/area/area";
import { findArea, findRoute } from "@/components/area/route";
import { draftOwner } from "@/lib/client/drafts/names";
import { forgetDrafts, sealDrafts } from "@/lib/client/drafts/owner";
import { waitingDrafts } from "@/lib/client/drafts/waiting";
import type { Format } from "@/lib/client/format";
import { announceSignOut } from "@/lib/client/session/announce";
import { askWindows } from "@/lib/client/session/ask-windows";
import { pathKey } from "@/lib/client/tabs/address";
import { sealRecent } from "@/lib/client/tabs/recent";
import type { Elsewhere, TabState, Unsaved } from "@/lib/client/tabs/state";
import { sealTabs } from "@/lib/client/tabs/window";
import { reportError } from "../../errors/report-error";
import { allowUnload } from "../tabs/unload-guard";

// Code for signing out, separate from the initial bundle, since few sessions use it.

export interface SigningOut {
  prefix: string;
  userId: string;
  contentKey: string | undefined;
  areas: readonly Area[];
  t: ReturnType<typeof useTranslations<never>>;
  format: Format;
  getState: () => TabState;
  /** Asks about unsaved changes of all windows. */
  mayLeave: (loss: "signOut", elsewhere: Elsewhere) => Promise<boolean>;
}

/** @param isAsking false if there is nothing to ask about */
export async function endSession(own: SigningOut, isAsking: boolean): Promise<void> {
  const { prefix, userId, t } = own;
  const choice = isAsking ? await ask(own) : { keep: false };
  if (!choice) return;
  const response = await fetch(`${prefix}/api/auth/sign-out`, {
    method: "POST",
    headers: { "x-csrf": "1" },
  }).catch(() => undefined);
  if (!response?.ok) {
    reportError(t("common.errorOccurred"));
    return;
  }
  allowUnload();
  announceSignOut(prefix, userId, choice);
  // Another person may use this browser next: drafts are deleted, or encrypted with a key that only their user receives.
  await (choice.keep ? sealDrafts : forgetDrafts)(draftOwner(prefix, userId));
  await sealTabs(own).catch(() => undefined);
  await sealRecent(own).catch(() => undefined);
  location.assign((await redirectAfterSignOut(response)) ?? `${prefix}/login`);
}

/** @returns undefined to stay, else whether to keep remaining drafts */
async function ask(own: SigningOut): Promise<{ keep: boolean } | undefined> {
  const { getState, mayLeave, t } = own;
  const elsewhere = await unsavedElsewhere(own);
  const isAsked =
    getState().tabs.some(({ highlighted }) => highlighted) ||
    elsewhere.windows.length + elsewhere.drafts.length > 0;
  let keepDrafts = false;
  const save = async () => {
    keepDrafts = true;
    const isSaved = await elsewhere.save();
    if (!isSaved) reportError(t("shell.unsaved.elsewhereFailed"));
    return isSaved;
  };
  const keep = () => {
    keepDrafts = true;
  };
  if (!(await mayLeave("signOut", { ...elsewhere, save, keep }))) return undefined;
  return { keep: keepDrafts || !isAsked };
}

/** Finds unsaved changes beyond the tabs of this window: in other windows and in drafts of earlier visits. */
async function unsavedElsewhere(own: SigningOut): Promise<Elsewhere> {
  const { prefix, userId, areas, t, format, getState } = own;
  const owner = draftOwner(prefix, userId);
  const [others, drafts] = await Promise.all([askWindows(owner), waitingDrafts(owner).catch(() => [])]);
  const { tabs, closed } = getState();
  const nameOf = (path: string) => {
    const named = [...tabs, ...closed].find((tab) => tab.title && pathKey(tab.path) === path);
    const label = findRoute(areas, path)?.area.label;
    return named?.title ?? (label ? t(label) : path);
  };
  return {
    windows: others.unsaved.map((one) => ({ ...one, detail: t("shell.unsaved.otherWindow") })),
    drafts: drafts.map(
      ({ path, title, savedAt }): Unsaved => ({
        title: nameOf(path),
        detail: `${title} · ${format.dateTime(new Date(savedAt).toISOString())}`,
        icon: findArea(areas, path.split("/")[1] ?? "")?.name,
      }),
    ),
    save: others.save,
  };
}

/** Returns the provider's address for ending an OIDC session there, too (AU-08). */
export async function redirectAfterSignOut(response: Response): Promise<string | undefined> {
  if (response.status === 204) return undefined;
  const { goOn }: { goOn?: unknown } = await response.json();
  return typeof goOn === "string" ? goOn : undefined;
}
