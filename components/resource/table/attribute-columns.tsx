"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo } from "react";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { attributeColumn, filterColumnOf, isSortedBy } from "@/lib/contract/attribute-columns";
import {
  type Attributed,
  maxAttributeColumns,
  optionsIn,
  separatedValues,
} from "@/lib/contract/attribute-types";
import type { ListedAttributes } from "@/lib/contract/attribute-values";
import { faultOf } from "@/lib/contract/filter-text";
import { attributeOfColumn } from "@/lib/contract/filters";
import { allRows } from "@/lib/contract/paging";
import type { PermissionName } from "@/lib/contract/permissions";
import type { OfferedAttribute } from "../attributes/attribute-dialog";
import type { ResourceColumn } from "../list/columns";
import { defaultListState, type ListEndpoint } from "../list/list-call";
import type { ListControl } from "../list/list-state";
import type { TableLayout } from "./layout/layout";

export interface AttributeColumnsProps {
  endpoint: ListEndpoint;
  attributed: Attributed;
  control: ListControl;
  layout: TableLayout;
  /** The last list request failed, maybe because of a deleted attribute. */
  isListFailed: boolean;
  onAdded: (added: AddedColumns) => void;
}

/** Attributes of a list's records as columns. */
export interface AddedColumns {
  /** All attributes; undefined until loaded. */
  loaded?: readonly ResourceColumn<object>[];
  shown: readonly ResourceColumn<object>[];
  /** Request parameters for the visible attributes. */
  filter?: { attributes: readonly string[] };
}

/** Provides the attributes of a record kind as columns; renders nothing. */
export default function AttributeColumns({
  endpoint,
  attributed: { kind, permission },
  control,
  layout,
  isListFailed,
  onAdded,
}: AttributeColumnsProps) {
  const textOf = useAttributeText();
  const { has } = usePermissions();
  const isPermitted = has(permission as PermissionName);
  const { data, isError, refetch } = useQuery({
    ...queryOf(contract.dictionaries.attributes, {
      query: { attributeAssignmentTypeId: kind, pageLimit: allRows },
    }),
    enabled: isPermitted,
  });
  const isKnown = data !== undefined || isError || !isPermitted;
  useEffect(() => {
    if (isListFailed && isPermitted) refetch();
  }, [isListFailed, isPermitted, refetch]);
  const columns = useMemo(
    () =>
      (data?.list ?? []).flatMap((attribute): ResourceColumn<object>[] => {
        const filter = filterColumnOf(attribute);
        if (!filter) return [];
        return [
          {
            id: attributeColumn(attribute.id),
            header: attribute.name,
            from: "chosen",
            filter,
            isSorted: isSortedBy(attribute.attributeTypeId),
            align: filter.type === "number" ? "end" : undefined,
            cell: (row) => {
              const { attributes } = row as { attributes?: ListedAttributes };
              const value = attributes?.[attribute.id];
              // Empty while the rows were loaded without the attribute.
              return value ? textOf(attribute, value) : attributes && missing;
            },
          },
        ];
      }),
    [data, textOf],
  );
  // Before the table is painted without them.
  useLayoutEffect(() => {
    if (!isKnown) return;
    const shown = columns.filter(({ id }) => layout.shown.includes(id)).slice(0, maxAttributeColumns);
    const ids = shown.flatMap(({ id }) => attributeOfColumn(id) ?? []);
    onAdded({ loaded: columns, shown, filter: ids.length > 0 ? { attributes: ids } : undefined });
  }, [isKnown, columns, layout.shown, onAdded]);
  const { state, change, setLeftOut } = control;
  useEffect(() => {
    if (!data && isPermitted) return;
    const unfit = state.filters.filter(({ column: id, operator, values }) => {
      if (!attributeOfColumn(id)) return false;
      const column = columns.find((one) => one.id === id)?.filter;
      return !column || faultOf(id, column, operator, values) !== undefined;
    });
    const isUnsorted =
      attributeOfColumn(state.sortBy) !== undefined &&
      !columns.some(({ id, isSorted }) => id === state.sortBy && isSorted);
    if (unfit.length === 0 && !isUnsorted) return;
    const { sortBy, sortDir } = isUnsorted ? defaultListState(endpoint) : state;
    const filters = state.filters.filter((filter) => !unfit.includes(filter));
    change({ filters, sortBy, sortDir, page: 1 }, { replace: true });
    setLeftOut?.({ parameters: isUnsorted ? ["sortBy"] : [], filters: unfit.length });
  }, [endpoint, data, isPermitted, columns, state, change, setLeftOut]);
  return null;
}

/** As in records. */
const missing = <span className="text-muted">—</span>;

/** Formats the value of an attribute on one line, by its type. */
function useAttributeText() {
  const common = useTranslations("common");
  const format = useFormat();
  return useMemo(
    () =>
      (
        attribute: OfferedAttribute,
        { attributeValue: value, attributeValueName }: ListedAttributes[string],
      ): string => {
        const text = String(value);
        switch (attribute.attributeTypeId) {
          case "Number":
            return format.number(Number(value));
          case "Boolean": {
            const { hideCaption, trueCaption, falseCaption } = optionsIn(attribute);
            const isYes = text === "true";
            return (!hideCaption && (isYes ? trueCaption : falseCaption)) || common(isYes ? "yes" : "no");
          }
          case "DateTime":
            return text.includes("T") ? format.dateTime(text) : format.date(text);
          case "DetailTable":
            return attributeValueName || text;
          case "Checkboxes":
            return separatedValues(text).join(", ");
          case "Signature": {
            const { signatureName, signatureDate } = JSON.parse(text) as Record<string, string>;
            return `${signatureName}, ${format.date(signatureDate ?? "")}`;
          }
          default:
            return text;
        }
      },
    [common, format],
  );
}
