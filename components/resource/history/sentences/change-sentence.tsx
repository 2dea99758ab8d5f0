"use client";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/lib/client/tabs";
import type { HistoryRow } from "@/lib/contract/history";
import { useChangeTypeLabel } from "../labels";
import { ChangeValues } from "./change-values";
import { attributeValue, statementOf } from "./sentence";

export interface ChangeSentenceProps {
  change: HistoryRow;
  /** Names of the record's fields. */
  label: (name: string) => string;
  /** The record's address; its name is no link without it. */
  path?: string;
  /** Of one record, whose name the sentences leave out. */
  isOfRecord?: boolean;
}

/** Underlined within text, since colours alone would not tell a link. */
export function RecordLink({ name, path, isInList }: { name: string; path?: string; isInList?: boolean }) {
  if (!path) return name;
  return (
    <ViewLink to={path} className={cn("rounded-sm underline-offset-2", isInList ? inList : inText)}>
      {name}
    </ViewLink>
  );
}
const inList = "inline-flex min-h-6 items-center hover:underline";
const inText = "underline decoration-control hover:decoration-current";

/** Stand for the parts of a sentence, since languages order them differently. */
const marks = { who: "\ue001", record: "\ue002", field: "\ue003", subject: "\ue004" };
const split = /([\ue001-\ue004])/;

/** Field names within a sentence; only English writes them in lower case. */
const inSentence = (text: string, isLower: boolean) =>
  isLower && /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** 'Hannah changed last name Clark → Clark-Novak', without verbs that need the person's gender. */
export function ChangeSentence({ change, label, path, isOfRecord = false }: ChangeSentenceProps): ReactNode {
  const t = useTranslations("history.sentence");
  const typeLabel = useChangeTypeLabel();
  const { type, changedBy, recordName, subject, values } = change;
  const statement = statementOf(change);
  const field = "field" in statement ? statement.field : "";
  const fieldName = field === attributeValue ? subject : inSentence(label(field), t("fieldCase") === "lower");
  // A part of the record that is no field.
  const isUnknown = field !== "" && fieldName === field && !values && !change.fields;
  const text = isUnknown ? "other" : statement.text;
  const where = isOfRecord || recordName === changedBy || recordName === "" ? "here" : "there";
  const sentence = t(text, {
    ...marks,
    where,
    noun: "noun" in statement ? statement.noun : "",
    count: "count" in statement ? statement.count : 0,
    what: subject ? `${typeLabel(type)}: ${subject}` : typeLabel(type),
  });
  const nodes: Readonly<Record<string, ReactNode>> = {
    [marks.who]: <strong className="font-medium">{changedBy}</strong>,
    [marks.record]: (
      <span className="font-medium">
        <RecordLink name={recordName} path={path} />
      </span>
    ),
    [marks.subject]: <span className="font-medium">{subject}</span>,
    [marks.field]: fieldName,
  };
  return (
    <>
      {sentence.split(split).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
        <Fragment key={place}>{nodes[part] ?? part}</Fragment>
      ))}
      <ChangeValues change={change} />
    </>
  );
}
