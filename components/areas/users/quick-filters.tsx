"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { pressed } from "@/components/resource/record/deleted-switch";
import { Button } from "@/components/ui/button";
import { idle } from "@/components/ui/idle";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useTab } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { overviewFilters as filters } from "@/lib/contract/overview-filters";
import { maxCounted } from "@/lib/contract/paging";
import { useShowInvited } from "./show-invited";

interface QuickFilter {
  name: "all" | "invited" | keyof typeof filters;
  count: number;
  isMore?: boolean;
  isOn: boolean;
  toggle: () => void;
}

/** Filters that administrators need often, with the counts of the home page; loaded after the list (US-01). */
export function QuickFilters() {
  const t = useTranslations("users.quick");
  const format = useFormat();
  const { query, setQuery } = useTab();
  const { isShown: areInvited, show: showInvited } = useShowInvited();
  const [isListThere, setListThere] = useState(false);
  useEffect(() => idle(() => setListThere(true)), []);
  const isOffered = useKnownCapability("home") === true;
  const { data } = useQuery({
    ...queryOf(contract.home.overview, {}),
    enabled: isListThere && isOffered,
    meta: { silent: true },
  });
  if (!data) return null;
  const { totals, neverSignedIn = 0, withoutRole, invitations } = data;
  const filter = (value: string | undefined) =>
    setQuery({ invitations: undefined, filters: value, page: undefined });
  const byColumn = (name: keyof typeof filters) => {
    const isOn = !areInvited && query.filters === filters[name];
    return { name, isOn, toggle: () => filter(isOn ? undefined : filters[name]) };
  };
  const all: QuickFilter | false = totals?.users !== undefined && {
    name: "all",
    count: totals.users,
    isOn: !areInvited && !query.filters && !query.phrase,
    toggle: () =>
      setQuery({ invitations: undefined, filters: undefined, phrase: undefined, page: undefined }),
  };
  const offered: QuickFilter[] = [
    ...(all ? [all] : []),
    { ...byColumn("neverSignedIn"), count: neverSignedIn },
    { ...byColumn("withoutRole"), count: withoutRole?.count ?? 0, isMore: withoutRole?.isMore },
    {
      name: "invited",
      count: (invitations?.open ?? 0) + (invitations?.expired ?? 0),
      isOn: areInvited,
      toggle: () => showInvited(!areInvited),
    },
  ];
  const counted = ({ count, isMore = count > maxCounted }: QuickFilter) =>
    isMore ? `${format.number(Math.min(count, maxCounted))}+` : format.number(count);
  return (
    <fieldset aria-label={t("label")} className="flex w-max gap-1 @md:gap-2">
      {offered
        .filter(({ count, isOn }) => count > 0 || isOn)
        .map((one) => (
          <Button
            key={one.name}
            aria-pressed={one.isOn}
            className={one.isOn ? pressed : undefined}
            onClick={one.toggle}
          >
            {t(one.name)} <span className="text-muted tabular-nums">{counted(one)}</span>
          </Button>
        ))}
    </fieldset>
  );
}
