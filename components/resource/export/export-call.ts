import type { CallOf, Endpoint } from "@/lib/contract/endpoint";
import { attributeOfColumn } from "@/lib/contract/filters";
import { fieldsOf, type ResourceColumn } from "../table/columns";
import { type ListEndpoint, type ListState, listCall } from "../table/list-call";

/** A list's export as its area offers it: an endpoint that `exportEndpoint` declared. */
export type ListExport = Endpoint & Required<Pick<Endpoint, "exported">>;

/** A column of the table, of which the export takes names and headings. */
type ShownColumn = Pick<ResourceColumn<never>, "id" | "header" | "parts">;

/** The export of what a table shows, attributes too, without its paging: same phrase, filters, order and columns (TL-03). */
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
