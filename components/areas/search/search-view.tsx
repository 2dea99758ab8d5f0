"use client";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { SearchForm } from "@/components/resource/search/search-form";
import { Alert } from "@/components/ui/alert";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { useTab } from "@/lib/client/tabs";
import { useAreas } from "../../area/areas-context";
import { useCollections } from "../collections";

/** `/search?collection=users`: the list of the selected collection, which shares this tab's query (HO-02, RT-02). */
export default function SearchView() {
  const t = useTranslations();
  const { query, setQuery } = useTab();
  const collections = useCollections();
  const Everywhere = useAreas().find(({ name }) => name === "search")?.views.everywhere;
  const asked = query.collection;
  const isEverywhere = query.everywhere === "true";
  const chosen = collections.find(({ value }) => value === asked?.toLowerCase()) ?? collections[0];
  const [missing, setMissing] = useState<string>();

  // The address contains the selection for sharing; invalid parts are reported here.
  const value = chosen?.value;
  useEffect(() => {
    if (value === undefined || asked === value || isEverywhere) return;
    if (asked !== undefined && asked.toLowerCase() !== value) setMissing(asked);
    setQuery({ collection: value }, { replace: true });
  }, [asked, value, isEverywhere, setQuery]);

  if (!chosen) return <ErrorView status={403} layout="inline" description={t("search.nothingAllowed")} />;

  const { List } = chosen;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SearchForm
        className="border-border border-b px-4 py-3 sm:px-6"
        collections={collections}
        collection={chosen.value}
        phrase={query.phrase ?? ""}
        isEverywhere={isEverywhere}
        onCollection={(collection) => {
          setMissing(undefined);
          setQuery({ ...cleared(query), collection, phrase: query.phrase }, { replace: false });
        }}
        onSearch={(phrase, everywhere) =>
          setQuery(
            everywhere
              ? { ...cleared(query), everywhere: "true", phrase }
              : { collection: chosen.value, phrase, page: undefined, everywhere: undefined },
            { replace: false },
          )
        }
      />
      {missing !== undefined && (
        <Alert tone="warning" className="mx-4 mt-3 sm:mx-6">
          {t("search.notSearchable", { collection: missing.slice(0, 100), shown: chosen.label })}
        </Alert>
      )}
      <div className="min-h-0 flex-1">
        <Suspense fallback={<ViewSkeleton />}>
          {isEverywhere && Everywhere ? <Everywhere id="" /> : <List key={chosen.value} id="" />}
        </Suspense>
      </div>
    </div>
  );
}

/** Sorting and paging do not apply to another collection. */
function cleared(query: Readonly<Record<string, string>>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
}
