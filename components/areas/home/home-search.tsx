"use client";
import { useState } from "react";
import { SearchForm } from "@/components/resource/search/search-form";
import { useNavigation } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { useAreas } from "../areas-context";
import { useCollections } from "../collections";

/** Leads to the search, as its own form does (HO-02). */
export function HomeSearch() {
  const prefix = usePrefix();
  const { open } = useNavigation();
  const areas = useAreas();
  const collections = useCollections();
  const [chosen, setChosen] = useState<string>();
  // The first of the areas, not of the alphabet: it is what most look for.
  const [first] = areas.filter(({ name }) => collections.some(({ value }) => value === name));
  const collection = collections.some(({ value }) => value === chosen) ? chosen : first?.name;
  if (!collection) return null;

  const search = (phrase: string) =>
    open(`/search?${new URLSearchParams({ collection, ...(phrase && { phrase }) })}`);
  return (
    <SearchForm
      action={`${prefix}/search`}
      collections={collections}
      collection={collection}
      phrase=""
      onCollection={setChosen}
      onSearch={search}
    />
  );
}
