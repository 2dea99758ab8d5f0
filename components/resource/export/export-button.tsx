"use client";
import { Download, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { useFormat } from "@/lib/client/format";
import type { ListState } from "../table/list-call";
import { narrowButton } from "../table/narrow-button";
import { exportCall, type ListExport } from "./export-call";
import { useExport } from "./use-export";

interface ExportButtonProps {
  list: ListExport;
  /** What is exported, such as "Users". */
  collection: string;
  state: ListState;
  columns: readonly { id: string; header: string }[];
  /** The list is known to have no rows: the file will have the headings alone. */
  isEmpty: boolean;
}

/** Exports what a table shows, all pages of it; tells how much has arrived, and can be cancelled (TL-03). */
export function ExportButton({ list, collection, state, columns, isEmpty }: ExportButtonProps) {
  const t = useTranslations("export");
  const format = useFormat();
  const { start, cancel, running, received } = useExport(list);
  const button = useRef<HTMLButtonElement>(null);
  const kept = useKeptFocus(button);
  const megabytes = Math.round(received / 100_000) / 10;
  const progress = megabytes > 0 ? t("progress", { size: format.number(megabytes) }) : t("preparing");

  return (
    <>
      {running && (
        <span
          {...kept}
          className="flex items-center justify-end gap-1 text-muted text-xs tabular-nums max-sm:order-last max-sm:basis-full"
        >
          <span role="progressbar" aria-label={t("running")} aria-valuetext={progress}>
            {progress}
          </span>
          <IconButton label={t("cancel")} onClick={cancel}>
            <X />
          </IconButton>
        </span>
      )}
      <Tooltip content={t("hint", { collection })}>
        <Button
          ref={button}
          icon={<Download />}
          loading={running}
          className={narrowButton.button}
          onClick={() => start(exportCall(list, state, columns), { isEmpty })}
        >
          <span className={narrowButton.label}>{t("action")}</span>
        </Button>
      </Tooltip>
    </>
  );
}
