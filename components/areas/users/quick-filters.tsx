"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { idle } from "@/components/ui/idle";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { overviewFilters as filters } from "@/lib/contract/overview-filters";
import { maxCounted } from "@/lib/contract/paging";

/** Filters that administrators need often, with the counts of the home page; loaded after the list (US-01). */
export function QuickFilters() {
  const t = useTranslations("users.quick");
  const format = useFormat();
  const { has } = usePermissions();
  const { query, setQuery } = useTab();
  const [isListThere, setListThere] = useState(false);
  useEffect(() => idle(() => setListThere(true)), []);
  const isOffered = useKnownCapability("home") === true;
  const { data } = useQuery({
    ...queryOf(contract.home.overview, {}),
    enabled: isListThere && isOffered,
    meta: { silent: true },
  });
  if (!data) return null;
  const { neverSignedIn = 0, withoutRole, invitations } = data;
  const counted = (count: number, isMore = count > maxCounted) =>
    `${format.number(Math.min(count, maxCounted))}${isMore ? "+" : ""}`;
  const toggle = (name: keyof typeof filters, count: number, isMore?: boolean) => {
    const isOn = query.filters === filters[name];
    if (count === 0 && !isOn) return null;
    return (
      <Button
        aria-pressed={isOn}
        className={isOn ? "border-primary/30 bg-primary/8" : undefined}
        onClick={() => setQuery({ filters: isOn ? undefined : filters[name], page: undefined })}
      >
        {t(name)} <span className="text-muted tabular-nums">{counted(count, isMore)}</span>
      </Button>
    );
  };
  const open = invitations?.open ?? 0;
  return (
    <fieldset aria-label={t("label")} className="flex flex-wrap gap-1 @md:gap-2">
      {toggle("neverSignedIn", neverSignedIn)}
      {withoutRole && toggle("withoutRole", withoutRole.count, withoutRole.isMore)}
      {has("UserView_InviteAction") && open > 0 && (
        <Button aria-haspopup="dialog" onClick={() => setQuery({ invitations: "open" }, { replace: true })}>
          {t("invited")} <span className="text-muted tabular-nums">{counted(open)}</span>
        </Button>
      )}
    </fieldset>
  );
}
