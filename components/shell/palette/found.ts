"use client";
import { useQuery } from "@tanstack/react-query";
import { FileText, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { useNavigation } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import type { PaletteCommand } from "./actions";

const debounce = 150;
const shortestPhrase = 2;

export interface Found {
  records: PaletteCommand[];
  /** Opens the search of all collections. */
  everywhere?: PaletteCommand;
  isSearching: boolean;
}

/** Records of all collections (HO-02), and the full search. */
export function useFound(typed: string): Found {
  const t = useTranslations();
  const { open } = useNavigation();
  const areas = useAreas();
  const prefix = usePrefix();
  const isOffered = useCapability("search");
  const [phrase, setPhrase] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPhrase(typed), debounce);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = isOffered && phrase.length >= shortestPhrase;
  const { data = [], isFetching } = useQuery({
    ...queryOf(contract.search.everywhere, { query: { phrase } }),
    enabled: isAsked,
    meta: { silent: true },
  });
  if (!isOffered || typed.length < shortestPhrase) return { records: [], isSearching: false };
  const isCurrent = isAsked && phrase === typed;
  const records = (isCurrent ? data : []).flatMap(({ collection, list }) => {
    const area = findArea(areas, collection);
    return list.map(
      ({ id, name, hint, address, person }): PaletteCommand => ({
        id: `found:${collection}:${id}`,
        label: name,
        hint: [hint, area && t(area.label)].filter(Boolean).join(" · "),
        icon: area?.icon ?? FileText,
        person: person && { ...person, src: avatarAddressOf(prefix, { userId: id, avatar: person.avatar }) },
        address,
        isFound: true,
        leads: true,
        run: () => open(address),
      }),
    );
  });
  const everywhere: PaletteCommand = {
    id: "found:all",
    label: t("shell.palette.everywhere", { phrase: typed }),
    icon: Search,
    leads: true,
    run: () => open(`/search?${new URLSearchParams({ everywhere: "true", phrase: typed })}`),
  };
  return { records, everywhere, isSearching: !isCurrent || isFetching };
}
