"use client";
import { useTranslations } from "next-intl";
import { ViewLink } from "@/lib/client/tabs";
import type { HistoryRow } from "@/lib/contract/history";
import { ChangesTable } from "../change-tables";

interface DetailsProps {
  change: HistoryRow;
  label: (name: string) => string;
}

/** Every changed value of an edit, with a link to those that are too long for a list. */
export default function Details({ change: { id, values }, label }: DetailsProps) {
  const t = useTranslations("history.sentence");
  if (!values) return null;
  return (
    <div className="mt-1 flex flex-col gap-1">
      <ChangesTable changes={values.map((value) => ({ ...value, changed: true }))} label={label} />
      {values.some(({ isCut }) => isCut) && (
        <ViewLink to={`/audit/${id}`} className="self-start text-primary text-xs hover:underline">
          {t("whole")}
        </ViewLink>
      )}
    </div>
  );
}
