"use client";
import * as Tabs from "@radix-ui/react-tabs";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { openOfficeFile } from "../office-package";
import { ScrollArea } from "../scroll-area";
import { useLoaded } from "../use-loaded";
import { LoadedView } from "../view-states";
import type { ViewerFile } from "../viewer-file";
import { readWorkbook, type Workbook } from "./read-workbook";
import { SheetTable } from "./sheet-table";
import { useCellText } from "./use-cell-text";

/** Sheets of a workbook as tables with stored values: formulas are not evaluated. */
export default function WorkbookView({ file }: { file: ViewerFile }) {
  const loaded = useLoaded(file.addresses.original, async (signal) =>
    readWorkbook(await openOfficeFile(file, signal)),
  );
  return (
    <LoadedView file={file} loaded={loaded}>
      {(workbook) => <Sheets file={file} workbook={workbook} />}
    </LoadedView>
  );
}

function Sheets({ file, workbook }: { file: ViewerFile; workbook: Workbook }) {
  const t = useTranslations("viewer.workbook");
  const [shown, setShown] = useState("0");
  return (
    <Tabs.Root value={shown} onValueChange={setShown} className="flex size-full flex-col">
      {workbook.sheets.map((sheet, index) => (
        <Tabs.Content
          key={sheet.name}
          value={String(index)}
          // The inner scroll area takes the focus.
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden"
        >
          <SheetView file={file} workbook={workbook} index={index} />
        </Tabs.Content>
      ))}
      <Tabs.List aria-label={t("sheets")} className="flex shrink-0 overflow-x-auto border-t bg-surface px-2">
        {workbook.sheets.map(({ name }, index) => (
          <Tabs.Trigger
            key={name}
            value={String(index)}
            className={cn(
              "max-w-60 shrink-0 truncate border-transparent border-t-2 px-3 py-1.5 text-sm hover:bg-hover",
              "data-[state=active]:border-primary data-[state=active]:font-medium",
            )}
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}

function SheetView({ file, workbook, index }: { file: ViewerFile; workbook: Workbook; index: number }) {
  const t = useTranslations("viewer.workbook");
  const textOf = useCellText(workbook.isFrom1904);
  const { name = "", read } = workbook.sheets[index] ?? {};
  const loaded = useLoaded(`${file.id} ${index}`, async () => read?.());
  return (
    <LoadedView file={file} loaded={loaded}>
      {(sheet) =>
        sheet && sheet.columns > 0 ? (
          <>
            {sheet.isCut && (
              <Alert className="m-2">{t("cut", { rows: sheet.rows.length, columns: sheet.columns })}</Alert>
            )}
            <ScrollArea label={name} className="bg-surface">
              <SheetTable label={name} sheet={sheet} textOf={textOf} />
            </ScrollArea>
          </>
        ) : (
          <EmptyState title={t("empty")} className="flex-1" />
        )
      }
    </LoadedView>
  );
}
