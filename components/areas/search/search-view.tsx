"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, Suspense, useEffect, useState } from "react";
import { phraseOf } from "@/components/resource/table/list-call";
import { ErrorView } from "@/components/shell/error-view";
import { ViewSkeleton } from "@/components/shell/view-skeleton";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { useAreas } from "../areas-context";

/** `/search?collection=users`: the chosen collection's own list, which shares this tab's query (HO-02, RT-02). */
export default function SearchView() {
  const t = useTranslations();
  const format = useFormat();
  const { query, setQuery } = useTab();
  const { allows } = usePermissions();

  const collections = useAreas()
    .filter((area) => area.collection && area.views.list && allows(area))
    .map((area) => ({ area, value: area.name, label: t(area.collection?.label ?? area.label) }))
    .sort((a, b) => format.compare(a.label, b.label));
  const asked = query.collection;
  const chosen = collections.find(({ value }) => value === asked?.toLowerCase()) ?? collections[0];
  const [missing, setMissing] = useState<string>();

  // The address says what is shown, so that it can be shared; what cannot be shown is said here instead.
  const value = chosen?.value;
  useEffect(() => {
    if (value === undefined || asked === value) return;
    if (asked !== undefined && asked.toLowerCase() !== value) setMissing(asked);
    setQuery({ collection: value }, { replace: true });
  }, [asked, value, setQuery]);

  if (!chosen) return <ErrorView status={403} layout="inline" description={t("search.nothingAllowed")} />;

  const List = chosen.area.views.list;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SearchForm
        collections={collections}
        collection={chosen.value}
        phrase={query.phrase ?? ""}
        onCollection={(collection) => {
          setMissing(undefined);
          setQuery({ ...cleared(query), collection, phrase: query.phrase }, { replace: false });
        }}
        onSearch={(phrase) =>
          setQuery({ collection: chosen.value, phrase, page: undefined }, { replace: false })
        }
      />
      {missing !== undefined && (
        <Alert tone="warning" className="mx-4 mt-3 sm:mx-6">
          {t("search.notSearchable", { collection: missing.slice(0, 100), shown: chosen.label })}
        </Alert>
      )}
      <div className="min-h-0 flex-1">
        <Suspense fallback={<ViewSkeleton />}>{List && <List key={chosen.value} id="" />}</Suspense>
      </div>
    </div>
  );
}

/** Sorting and paging of one collection mean nothing in another. */
function cleared(query: Readonly<Record<string, string>>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(query).map((name) => [name, undefined]));
}

interface SearchFormProps {
  collections: readonly { value: string; label: string }[];
  collection: string;
  phrase: string;
  onCollection: (collection: string) => void;
  onSearch: (phrase: string) => void;
}

/** Its fields have names: sent before the page's code works, it searches the same collection for the same phrase. */
function SearchForm({ collections, collection, phrase, onCollection, onSearch }: SearchFormProps) {
  const t = useTranslations("search");
  const [typed, setTyped] = useState(phrase);
  // The phrase also changes under the form: by the list's own box, by going back.
  const [given, setGiven] = useState(phrase);
  if (given !== phrase) {
    setGiven(phrase);
    setTyped(phrase);
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Not `typed`: what was typed before the code worked stands in the field first.
    onSearch(phraseOf(String(new FormData(event.currentTarget).get("phrase"))));
  };

  return (
    <search className="border-border border-b px-4 py-3 sm:px-6">
      <form className="flex flex-wrap items-center gap-2" onSubmit={submit}>
        <Select
          name="collection"
          aria-label={t("collection")}
          className="w-full sm:w-48"
          options={collections}
          value={collection}
          onChange={(event) => onCollection(event.target.value)}
        />
        <div className="min-w-0 flex-1 sm:max-w-md">
          <Input
            type="search"
            name="phrase"
            aria-label={t("phrase")}
            placeholder={t("phrase")}
            icon={<Search />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={200}
          />
        </div>
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
      </form>
    </search>
  );
}
