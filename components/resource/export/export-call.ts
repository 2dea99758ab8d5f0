import type { CallOf, Endpoint } from "@/lib/contract/endpoint";
import { attributeOfColumn } from "@/lib/contract/filters";
import { fieldsOf, type ResourceColumn } from "../list/columns";
import { type ListEndpoint, type ListState, listCall } from "../list/list-call";

/** Export endpoint of an area, declared by `exportEndpoint`. */
export type ListExport = Endpoint & Required<Pick<Endpoint, "exported">>;

/** Name and header of an exported table column. */
type ShownColumn = Pick<ResourceColumn<never>, "id" | "header" | "parts">;

/** Export call for a table: same phrase, filters, order and columns including attributes, without paging (TL-03). */
export function exportCall(
  { exported: offered }: ListExport,
  state: ListState,
  shown: readonly ShownColumn[],
): CallOf<Endpoint> {
  const {
    page: _page,
    pageLimit: _pageLimit,
    ...asked
  } = listCall<ListEndpoint>(state).query as Record<string, unknown>;
  const columns = fieldsOf(shown)
    .filter(({ id }) => id in offered || attributeOfColumn(id))
    .map(({ id, header }, index) => ({
      dataField: id,
      dataType: offered[id],
      text: header,
      caption: header,
      format: null,
      index,
    }));
  return { body: { ...asked, columns } } as unknown as CallOf<Endpoint>;
}
