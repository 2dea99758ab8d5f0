"use client";
import { type ReactNode, useReducer, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { attributeOfColumn } from "@/lib/contract/filters";
import { type ListEndpoint, listFacts } from "../list/list-call";
import type { ListControl } from "../list/list-state";
import type { AddedColumns, AttributeColumnsProps } from "./attribute-columns";
import type { LayoutControl } from "./layout/use-layout";

const AttributeColumns = lazyPart<AttributeColumnsProps>(() => import("./attribute-columns"));

const nothing: AddedColumns = { shown: [] };

/** Loads a list's attributes once one of them is shown, filtered, sorted by, or requested (TL-07). */
export function useAttributes(
  endpoint: ListEndpoint,
  control: ListControl,
  { layout }: LayoutControl,
  withoutLayout?: boolean,
) {
  const attributed = withoutLayout ? undefined : listFacts(endpoint).attributed;
  const [added, onAdded] = useState(nothing);
  const [isAsked, load] = useReducer(() => true, false);
  const isWanted =
    isAsked ||
    added.loaded !== undefined ||
    layout.shown.some(attributeOfColumn) ||
    control.state.filters.some(({ type }) => type === "attribute") ||
    attributeOfColumn(control.state.sortBy) !== undefined;
  return {
    ...added,
    load: attributed && load,
    /** Renders the loader beside the table. @param isListFailed the list failed, maybe because of a deleted attribute */
    loader: (isListFailed: boolean): ReactNode =>
      attributed &&
      isWanted && <AttributeColumns {...{ endpoint, attributed, control, layout, isListFailed, onAdded }} />,
  };
}
