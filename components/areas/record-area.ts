import { createElement } from "react";
import type { RecordKind } from "@/components/resource/record/kind";
import type { FormRecords, FormRows } from "@/components/resource/record/record-fields";
import type { PermissionName } from "@/lib/contract/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { Area } from "../area/area";
import { lazyView } from "../area/lazy-view";

interface RecordAreaOptions<R extends FormRecords>
  extends Pick<Area, "place" | "inSettings" | "goKey" | "translatedName"> {
  /** Loads its columns with their schemas, with the first form. */
  records: () => Promise<R>;
  /** Layout of the form's fields; by default one per row. */
  form?: FormRows<R>;
  /** Custom views instead of derived ones. */
  views?: Area["views"];
}

/**
 * Creates the descriptor of an area of records: list, form and record view are derived from the contract. Custom views replace
 * derived ones, often built from the same parts.
 */
export function recordArea<R extends FormRecords>(
  kind: RecordKind<R["calls"]>,
  { records, form: rows, views, ...area }: RecordAreaOptions<R>,
): Area {
  const { calls, view, icon } = kind;
  const { area: name } = calls.list;
  return {
    ...area,
    name,
    icon,
    label: `${name}.title` as MessageKey,
    createLabel: `${name}.new` as MessageKey,
    permission: view,
    createPermission: `${view}_AddAction` as PermissionName,
    collection: { label: `${name}.title` as MessageKey },
    views: {
      list: lazyView(async () => {
        const { RecordListView } = await import("@/components/resource/record/list-view");
        const bulkForm = async () => ({ records: await records() });
        return { default: () => createElement(RecordListView<R["calls"]>, { kind, bulkForm }) };
      }),
      create: lazyView(async () => {
        const [{ RecordCreateView }, declared] = await Promise.all([
          import("@/components/resource/record/create-view"),
          records(),
        ]);
        return { default: () => createElement(RecordCreateView<R>, { records: declared, rows }) };
      }),
      detail: lazyView(async () => {
        const [{ RecordDetailView }, declared] = await Promise.all([
          import("@/components/resource/record/detail-view"),
          records(),
        ]);
        return {
          default: ({ id }) => createElement(RecordDetailView<R>, { id, kind, records: declared, rows }),
        };
      }),
      ...views,
    },
  };
}
