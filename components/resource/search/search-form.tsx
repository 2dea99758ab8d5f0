"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { phraseOf } from "@/components/resource/table/list-call";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { useCapability } from "@/lib/client/api/capabilities";

/** In the place of a collection. */
const all = "";

interface SearchFormProps {
  collections: readonly { value: string; label: string }[];
  collection: string;
  /** Where the form leads when it is sent before the page's code works; the page's own address unless given. */
  action?: string;
  className?: string;
  phrase: string;
  /** All collections are shown, so that none of them is the chosen one. */
  isEverywhere?: boolean;
  onCollection: (collection: string) => void;
  /** @param everywhere in all collections, not in the chosen one alone */
  onSearch: (phrase: string, everywhere: boolean) => void;
}

/** Its fields have names: sent before the page's code works, it searches the same collection for the same phrase (HO-02). */
export function SearchForm({
  collections,
  collection,
  phrase,
  isEverywhere = false,
  action,
  className,
  onCollection,
  onSearch,
}: SearchFormProps) {
  const t = useTranslations("search");
  const isOffered = useCapability("search");
  const [typed, setTyped] = useState(phrase);
  // The phrase also changes under the form: by the list's own box, by going back.
  const [given, setGiven] = useState(phrase);
  if (given !== phrase) {
    setGiven(phrase);
    setTyped(phrase);
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const asksEverywhere = submitter instanceof HTMLButtonElement && submitter.name === "everywhere";
    // Not `typed`: what was typed before the code worked stands in the field first.
    onSearch(
      phraseOf(String(new FormData(event.currentTarget).get("phrase"))),
      asksEverywhere || isEverywhere,
    );
  };

  return (
    <search className={className}>
      <form action={action} className="flex flex-wrap items-center gap-2" onSubmit={submit}>
        <Select
          name="collection"
          aria-label={t("collection")}
          className="w-full sm:w-48"
          options={isEverywhere ? [{ value: all, label: t("everywhereTitle") }, ...collections] : collections}
          value={isEverywhere ? all : collection}
          onChange={(event) => onCollection(event.target.value)}
        />
        <div className="min-w-0 flex-1 sm:max-w-md">
          <SearchInput
            type="search"
            name="phrase"
            aria-label={t("phrase")}
            placeholder={t("phrase")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={200}
          />
        </div>
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
        {isEverywhere && <input type="hidden" name="everywhere" value="true" />}
        {isOffered && !isEverywhere && collections.length > 1 && (
          <Button type="submit" name="everywhere" value="true" title={t("everywhereHint")}>
            {t("everywhere")}
          </Button>
        )}
      </form>
    </search>
  );
}
