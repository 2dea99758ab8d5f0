import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { attributeOfColumn } from "@/lib/contract/filters";
import type { ListView } from "@/lib/contract/list-views";
import type { ListEndpoint } from "../../list/list-call";
import type { ListControl } from "../../list/list-state";
import type { AttributesControl, LayoutControl } from "../layout/use-layout";
import { settingsOf } from "./view-settings";

/** List with a look to save and restore. */
export interface ViewsTarget {
  endpoint: ListEndpoint;
  control: ListControl;
  layout: LayoutControl;
  /** All columns of the list, including hidden ones. */
  columns: readonly { id: string }[];
  /** Custom attributes as columns. */
  attributes: AttributesControl;
}

/** Applies a saved view to the list, and reports missing columns. */
export function useShowView({ endpoint, control, layout, columns, attributes }: ViewsTarget) {
  const t = useTranslations("resource.table.views");
  return (view: ListView, options?: { replace: boolean }) => {
    const { load, loaded } = attributes;
    const ids = new Set([...columns, ...(loaded ?? [])].map(({ id }) => id));
    // Until attributes are loaded, the table itself ignores deleted ones.
    const isAwaited = (id: string) => load !== undefined && !loaded && attributeOfColumn(id) !== undefined;
    const { state, isWhole, ...shown } = settingsOf(endpoint, view, (id) => ids.has(id) || isAwaited(id));
    layout.show(shown, view.audience === "mine");
    control.change(state, options);
    if (!isWhole) toast.info(t("gone", { name: view.viewName }));
  };
}

/** Value of `list` in a saved view. */
export const listKey = ({ area, name }: ListEndpoint) => `${area}.${name}`;
