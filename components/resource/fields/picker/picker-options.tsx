"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { HTMLAttributes } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Loaded } from "./loader";
import { isAtLimit } from "./match";
import type { PickerOption } from "./source";

interface PickerOptionsProps {
  loaded: Loaded;
  /** Beneath each that the user cannot choose. */
  deniedHint?: string;
  chosen: readonly string[];
  highlighted: number;
  list: HTMLAttributes<HTMLUListElement>;
  option: (option: PickerOption, index: number) => HTMLAttributes<HTMLLIElement>;
}

/** What was found for a phrase, and what to say when nothing was. */
export function PickerOptions({ loaded, deniedHint, chosen, highlighted, list, option }: PickerOptionsProps) {
  const t = useTranslations("fields.picker");
  const options = loaded.status === "ready" ? loaded.options : [];
  return (
    <>
      <ul {...list} className={cn("max-h-88 overflow-y-auto", options.length === 0 && "hidden")}>
        {options.map((entry, index) => {
          const selected = chosen.includes(entry.id);
          return (
            <li
              key={entry.id}
              {...option(entry, index)}
              data-highlighted={index === highlighted ? "" : undefined}
              className={cn(
                "flex min-h-8 select-none items-center gap-2 rounded px-2 py-1 text-sm",
                entry.denied ? "cursor-default text-muted" : "cursor-pointer",
                index === highlighted && "bg-hover",
              )}
            >
              <span className="min-w-0 flex-1 break-words">
                {entry.text}
                {entry.denied && <span className="block text-xs">{deniedHint}</span>}
              </span>
              {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-primary" />}
            </li>
          );
        })}
      </ul>
      {loaded.status === "loading" && <Loading />}
      {loaded.status === "ready" && options.length === 0 && <Note>{t("noResults")}</Note>}
      {loaded.status === "failed" && <Note>{t("failed")}</Note>}
      {isAtLimit(loaded) && (
        <p className="px-2 py-1 text-muted text-sm" title={t("limit", { count: options.length })}>
          <span aria-hidden="true">...</span>
          <span className="sr-only">{t("limit", { count: options.length })}</span>
        </p>
      )}
    </>
  );
}

function Loading() {
  const t = useTranslations("fields.picker");
  return (
    <div className="flex flex-col gap-3 px-2 py-2">
      <span className="sr-only">{t("loading")}</span>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-muted text-sm">{children}</p>;
}
