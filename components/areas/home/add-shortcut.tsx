"use client";
import { useQuery } from "@tanstack/react-query";
import { FileText, type LucideIcon, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { isComposing } from "@/lib/client/composition";
import type { NewShortcut } from "@/lib/client/shortcuts";
import { matches } from "@/lib/client/tabs/text-match";
import { useShortcut } from "@/lib/client/use-shortcut";
import { contract } from "@/lib/contract";
import { useAreas } from "../../area/areas-context";
import { useViewTargets } from "../../area/destinations";
import { findArea } from "../../area/route";

const debounce = 1000;

interface AddShortcutProps {
  onClose: () => void;
  /** Focus target after closing: the button that opened it is removed with the empty hint. */
  focusAfterwards: () => HTMLElement | null;
}

/** Lists views and found records, each with a star that toggles its shortcut (HO-01). */
export default function AddShortcut({ onClose, focusAfterwards }: AddShortcutProps) {
  const t = useTranslations("home");
  const common = useTranslations("common");
  const [typed, setTyped] = useState("");
  const [phrase, setPhrase] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPhrase(typed.trim()), debounce);
    return () => clearTimeout(timer);
  }, [typed]);
  const views = useViewTargets().filter(({ label, actionUrl }) => matches(phrase, label, actionUrl));
  const { records, isSearching } = useRecords(phrase);
  const found = [...views, ...records];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focusAfterwards={focusAfterwards}
      title={t("addShortcut")}
      description={t("addHint")}
    >
      <div className="sticky -top-2 z-1 bg-raised pt-2 pb-3">
        <SearchInput
          type="search"
          aria-label={t("searchShortcuts")}
          placeholder={common("search")}
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isComposing(event.nativeEvent)) setPhrase(typed.trim());
          }}
        />
      </div>
      <ul aria-label={t("addShortcut")} className="flex min-h-64 flex-col pb-3">
        {found.map((one) => (
          <Offer key={one.actionUrl} {...one} />
        ))}
        {isSearching &&
          ["w-2/5", "w-1/2", "w-1/3"].map((width) => (
            <li key={width} className="flex h-10 items-center px-2">
              <Skeleton className={width} />
            </li>
          ))}
      </ul>
      <p role="status" className={cn("text-muted text-sm", found.length > 0 && "sr-only")}>
        {!isSearching &&
          (found.length === 0 ? common("noResults") : phrase && t("found", { count: found.length }))}
      </p>
    </Dialog>
  );
}

interface Offered extends NewShortcut {
  label: string;
  hint?: string;
  icon: LucideIcon;
}

function Offer({ label, hint, icon: Icon, ...shortcut }: Offered) {
  const { isMarked, isReady, toggle } = useShortcut(shortcut);
  return (
    <li>
      <button
        type="button"
        aria-pressed={isMarked}
        aria-disabled={!isReady}
        onClick={toggle}
        className="flex min-h-10 w-full items-center gap-3 rounded px-2 py-1 text-left text-sm hover:bg-hover"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block break-words">{label}</span>
          {hint && <span className="block break-words text-muted text-xs">{hint}</span>}
        </span>
        <Star
          aria-hidden="true"
          className={cn("size-4 shrink-0", isMarked ? "fill-current text-warning" : "text-muted")}
        />
      </button>
    </li>
  );
}

function useRecords(phrase: string): { records: Offered[]; isSearching: boolean } {
  const t = useTranslations();
  const areas = useAreas();
  const isOffered = useKnownCapability("search");
  const { data = [], isFetching } = useQuery({
    ...queryOf(contract.search.everywhere, { query: { phrase } }),
    enabled: isOffered === true && phrase !== "",
  });
  const records = data.flatMap(({ collection, list }) => {
    const area = findArea(areas, collection);
    return list.map(({ address, name }) => ({
      actionUrl: address,
      permissionLabel: name,
      label: name,
      hint: area && t(area.label),
      icon: area?.icon ?? FileText,
    }));
  });
  return { records, isSearching: isFetching };
}
