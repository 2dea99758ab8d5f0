"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { phraseOf } from "@/components/resource/list/list-call";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { useCapability } from "@/lib/client/api/capabilities";

/** Value for all collections. */
export const everywhere = "";

/** Two controls within one border. */
const joined = cn(
  "flex min-w-0 flex-1 basis-64 rounded border border-control bg-surface sm:max-w-2xl",
  "[&_.field-box]:border-transparent [&_.field-box]:bg-transparent [&>:last-child]:min-w-0 [&>:last-child]:flex-1",
);

interface SearchFormProps {
  collections: readonly { value: string; label: string }[];
  collection: string;
  /** Target of a submit before hydration; defaults to the current address. */
  action?: string;
  className?: string;
  phrase: string;
  /** All collections are shown, so none is selected. */
  isEverywhere?: boolean;
  /** Whether all collections are one of the choices, instead of a button. */
  scope?: "collections" | "everywhere";
  onCollection: (collection: string) => void;
  /** @param everywhere in all collections instead of the selected one */
  onSearch: (phrase: string, everywhere: boolean) => void;
}

/** Works before hydration: its named fields submit the same search (HO-02). */
export function SearchForm({
  collections,
  collection,
  phrase,
  isEverywhere = false,
  scope,
  action,
  className,
  onCollection,
  onSearch,
}: SearchFormProps) {
  const t = useTranslations("search");
  const isOffered = useCapability("search");
  const [typed, setTyped] = useState(phrase);
  const all = { value: everywhere, label: t("everywhereTitle") };
  const choices = scope === "everywhere" ? [...collections, all] : collections;
  // The phrase may change externally, by the list's search box or by back.
  const [given, setGiven] = useState(phrase);
  if (given !== phrase) {
    setGiven(phrase);
    setTyped(phrase);
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const asksEverywhere = submitter instanceof HTMLButtonElement && submitter.name === "everywhere";
    // Not `typed`: text typed before hydration is only in the field.
    onSearch(
      phraseOf(String(new FormData(event.currentTarget).get("phrase"))),
      asksEverywhere || isEverywhere,
    );
  };

  return (
    <search className={className}>
      <form action={action} className="flex flex-wrap items-center gap-2" onSubmit={submit}>
        {/* Scope and phrase look like one field. */}
        <div className={joined}>
          <Select
            name="collection"
            aria-label={t("collection")}
            className="w-36 shrink-0 border-r sm:w-44"
            options={isEverywhere && !scope ? [all, ...collections] : choices}
            value={isEverywhere ? everywhere : collection}
            onChange={(event) => onCollection(event.target.value)}
          />
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
        {isOffered && !scope && !isEverywhere && collections.length > 1 && (
          <Button type="submit" name="everywhere" value="true" title={t("everywhereHint")}>
            {t("everywhere")}
          </Button>
        )}
      </form>
    </search>
  );
}
