"use client";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { phraseOf } from "@/components/resource/list/list-call";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { FoundGroup } from "@/lib/contract/search";
import { useCollections } from "../collections";

/** First matches in every collection that the user may see (HO-02). */
export default function Everywhere() {
  const phrase = phraseOf(useTab().query.phrase ?? "");
  const t = useTranslations("search");
  const common = useTranslations("common");
  const collections = useCollections();
  const { data, isError, refetch } = useQuery({
    ...queryOf(contract.search.everywhere, { query: { phrase } }),
    enabled: phrase !== "",
  });
  const groups = collections.flatMap((collection) => {
    const found = data?.find((group) => group.collection === collection.value);
    return found ? [{ ...collection, ...found }] : [];
  });
  const total = groups.reduce((sum, { totalCount }) => sum + totalCount, 0);

  return (
    <div className="h-full overflow-y-auto px-4 py-4 sm:px-6">
      <h1 className="font-semibold text-xl">{t("everywhereTitle")}</h1>
      {phrase === "" && <p className="py-4 text-muted text-sm">{t("everywhereHint")}</p>}
      {isError && !data && (
        <Alert
          tone="danger"
          className="my-4"
          action={
            <Button size="sm" onClick={() => refetch()}>
              {common("retry")}
            </Button>
          }
        >
          {t("everywhereFailed")}
        </Alert>
      )}
      <p role="status" className="sr-only">
        {data && t(groups.some(({ isMore }) => isMore) ? "moreFoundInAll" : "foundInAll", { count: total })}
      </p>
      {data && groups.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title={common("noResults")}
          description={t("nothingEverywhere", { phrase })}
        />
      )}
      <div className="gap-4 py-4 lg:columns-2">
        {!data && !isError && phrase !== "" && <Waiting />}
        {groups.map((group) => (
          <Group key={group.value} {...group} phrase={phrase} />
        ))}
      </div>
    </div>
  );
}

type GroupProps = FoundGroup & Omit<ReturnType<typeof useCollections>[number], "List"> & { phrase: string };

function Group({ collection, label, icon: Icon, list, totalCount, isMore, phrase }: GroupProps) {
  const t = useTranslations("search");
  const format = useFormat();
  const count = `${format.number(totalCount)}${isMore ? "+" : ""}`;
  return (
    <section
      aria-label={label}
      className="mb-4 flex min-w-0 break-inside-avoid flex-col rounded-lg border bg-surface"
    >
      <header className="flex items-center gap-2 border-b px-4 py-2.5">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <h2 className="min-w-0 flex-1 font-semibold text-base">{label}</h2>
        <span className="text-muted text-sm tabular-nums">{count}</span>
      </header>
      <ul className="py-1">
        {list.map(({ id, name, hint, address }) => (
          <li
            key={id}
            className="relative flex min-h-10 min-w-0 items-center gap-3 px-4 py-1.5 hover:bg-hover"
          >
            <ViewLink
              to={address}
              className="min-w-0 shrink-0 grow truncate rounded-sm max-w-full font-medium text-sm after:absolute after:inset-0"
            >
              {name}
            </ViewLink>
            {hint && <span className="min-w-0 truncate text-muted text-xs">{hint}</span>}
          </li>
        ))}
      </ul>
      {totalCount > list.length && (
        <ViewLink
          to={`/search?${new URLSearchParams({ collection, phrase })}`}
          className="border-t px-4 py-2 text-primary text-sm hover:underline"
        >
          {t("showAll", { count })}
        </ViewLink>
      )}
    </section>
  );
}

function Waiting() {
  return ["one", "two"].map((place) => <Skeleton key={place} className="mb-4 h-48 rounded-lg" />);
}
