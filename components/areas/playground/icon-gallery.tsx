"use client";
import { icons, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { reportError } from "@/components/shell/messages/report-error";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/client/clipboard";
import { useTab } from "@/lib/client/tabs";
import { IconGrid } from "./icon-grid";
import { searchIcons } from "./icon-names";

const names = Object.keys(icons);

/** Every icon there is; choosing one copies the name that it is imported by. The phrase is kept in the address. */
export default function IconGallery() {
  const t = useTranslations("playground.icons");
  const { query, setQuery } = useTab();
  const phrase = query.phrase ?? "";
  const searched = useDeferredValue(phrase);
  const found = useMemo(() => searchIcons(names, searched), [searched]);

  const copy = async (name: string) => {
    try {
      await copyText(name);
      toast.success(t("copied", { name }));
    } catch {
      reportError(t("copyFailed", { name }));
    }
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{t("grid")}</h1>
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-6">
        <search className="min-w-0 max-w-md flex-1">
          <SearchInput
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={phrase}
            maxLength={100}
            onChange={(event) => setQuery({ phrase: event.target.value || undefined }, { replace: true })}
          />
        </search>
        <p role="status" className="text-muted text-sm tabular-nums">
          {t("count", { count: found.length })}
        </p>
      </div>
      {found.length > 0 ? (
        <IconGrid key={searched} names={found} label={t("grid")} onChoose={copy} />
      ) : (
        <EmptyState icon={<SearchX />} title={t("none", { phrase: searched })} description={t("noneHint")} />
      )}
    </div>
  );
}
