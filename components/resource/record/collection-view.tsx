"use client";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useSingleKey } from "@/components/ui/single-keys";
import { useIsViewed } from "@/lib/client/permissions";
import { useTab, ViewLink, withCallback } from "@/lib/client/tabs";
import { ExportButton } from "../export/export-button";
import type { ListExport } from "../export/export-call";
import type { Gallery, ResourceColumn, Timeline } from "../list/columns";
import type { ListEndpoint, RowOf } from "../list/list-call";
import { useTabListState } from "../list/list-state";
import { narrowButton } from "../list/narrow-button";
import { useSelection } from "../list/selection";
import { ReportButton } from "../reports/report-button";
import { BulkAction } from "../table/bulk-bar";
import { ResourceTable } from "../table/resource-table";
import type { EmptyTexts } from "../table/table-states";
import type { BulkEditProps } from "./bulk-edit";
import type { DeletedRecordsProps } from "./deleted-records";
import { DeletedSwitch, showsDeleted } from "./deleted-switch";
import { ImportButton } from "./import/import-button";
import { ShortcutStar } from "./shortcut-star";

const BulkEdit = lazyPart(() => import("./bulk-edit"));
const DeletedRecords = lazyPart(() => import("./deleted-records"));

interface CollectionViewProps<E extends ListEndpoint> {
  title: string;
  endpoint: E;
  columns: readonly ResourceColumn<RowOf<E>>[];
  idOf: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  linkOf: (row: RowOf<E>) => string;
  /** Opens a row of {@link leading}. */
  onOpen?: (row: RowOf<E>) => void;
  /** Rows before those of the list. */
  leading?: readonly RowOf<E>[];
  /** In place of the visible title: the choice of what is shown. */
  choice?: ReactNode;
  /** Other records shown instead, below the same heading; not in the search. */
  instead?: ((heading: ReactNode) => ReactNode) | false;
  empty: EmptyTexts;
  /** Omitted without an export. */
  exported?: ListExport;
  /** Whether import is offered: requires permission to create or change records. */
  mayImport?: boolean;
  /** Deleted records; omitted without the permission. */
  deleted?: Omit<DeletedRecordsProps, "title" | "heading" | "withoutSearch"> | false;
  /** Offers tiles with pictures beside the rows. */
  gallery?: Gallery<RowOf<E>>;
  /** A timeline instead of the columns, which remain the other look. */
  timeline?: Timeline<RowOf<E>>;
  /** Filters that are needed often, beside the filters of columns. */
  quickFilters?: ReactNode;
  /** Link to the create view; omitted without the permission. */
  create?: { to: string; label: string; onClick?: () => void };
  /** The area's own actions, before the link to the create view. */
  actions?: ReactNode;
  /** Further actions for the selected rows. */
  bulkActions?: (rows: readonly RowOf<E>[]) => ReactNode;
  /** Bulk edit of the selected rows; omitted without the permission. */
  bulkEdit?: Pick<BulkEditProps, "calls" | "form"> | false;
  /** Bulk delete; omitted without the permission. */
  remove?: {
    /** Resolves to the remaining rows. */
    askForAll: (rows: readonly RowOf<E>[]) => Promise<readonly RowOf<E>[]>;
    pending: boolean;
    /** Number of settled rows while running. */
    settled: number;
    stop: () => void;
    /** Why the selected rows cannot be deleted. */
    lockedReason?: (rows: readonly RowOf<E>[]) => string | undefined;
  };
}

/** List of an area: full width and height, with its state in the tab's address (RT-02, TL-01, TL-02). */
export function CollectionView<E extends ListEndpoint>({
  deleted,
  instead,
  choice,
  ...list
}: CollectionViewProps<E>) {
  const { path, query } = useTab();
  // The search embeds lists under its own collection choice and search box.
  const inSearch = path === "/search";
  const narrowing = deleted && <DeletedSwitch />;
  const heading = !inSearch && (
    <>
      <h1 className={cn("font-semibold text-xl", choice && "sr-only")}>{list.title}</h1>
      {choice}
      <span className={cn("flex", choice && "@max-sm:hidden")}>
        <ShortcutStar actionUrl={path} permissionLabel="" />
      </span>
    </>
  );
  return (
    <div className="flex h-full min-h-0 flex-col px-4 py-4 sm:px-6">
      {inSearch && <h1 className="sr-only">{list.title}</h1>}
      {narrowing && showsDeleted(query) ? (
        <Suspense fallback={heading && <div className="flex min-h-8 items-center gap-1">{heading}</div>}>
          <DeletedRecords title={list.title} heading={heading} withoutSearch={inSearch} {...deleted} />
        </Suspense>
      ) : instead && heading ? (
        instead(heading)
      ) : (
        <CurrentRecords {...list} heading={heading} narrowing={narrowing} inSearch={inSearch} />
      )}
    </div>
  );
}

interface CurrentRecordsProps<E extends ListEndpoint>
  extends Omit<CollectionViewProps<E>, "deleted" | "instead" | "choice"> {
  heading: ReactNode;
  narrowing: ReactNode;
  inSearch: boolean;
}

function CurrentRecords<E extends ListEndpoint>({
  title,
  create,
  remove,
  bulkActions,
  bulkEdit,
  exported,
  mayImport,
  actions,
  quickFilters,
  empty,
  inSearch,
  ...table
}: CurrentRecordsProps<E>) {
  const common = useTranslations("common");
  const isViewed = useIsViewed();
  const control = useTabListState(table.endpoint);
  const selection = useSelection<RowOf<E>>();
  const selected = [...selection.selected.values()];
  const select = (rows: readonly RowOf<E>[]) =>
    selection.setSelected(new Map(rows.map((row) => [table.idOf(row), row])));
  const isSelectable = Boolean(remove || bulkEdit || bulkActions);

  return (
    <ResourceTable
      {...table}
      label={title}
      sidePanel
      control={control}
      withoutSearch={inSearch}
      quickFilters={!inSearch && quickFilters}
      selection={isSelectable ? { mode: "checkbox", ...selection } : undefined}
      bulkActions={
        isSelectable && (
          <>
            {bulkActions?.(selected)}
            {bulkEdit && (
              <BulkEdit
                {...bulkEdit}
                rows={selected.map((row) => ({ id: table.idOf(row), name: table.nameOf(row) }))}
                onLeft={(ids) => select(selected.filter((row) => ids.includes(table.idOf(row))))}
              />
            )}
            {remove && (
              <BulkAction
                icon={<Trash2 />}
                running={remove}
                of={selected.length}
                disabledReason={remove.lockedReason?.(selected)}
                onClick={async () => select(await remove.askForAll(selected))}
              >
                {common("delete")}
              </BulkAction>
            )}
          </>
        )
      }
      actions={({ columns, totalCount }) => (
        <>
          {exported && !isViewed && (
            <ExportButton
              list={exported}
              collection={title}
              state={control.state}
              columns={columns}
              isEmpty={totalCount === 0}
            />
          )}
          {!isViewed && !inSearch && (
            <ReportButton
              area={table.endpoint.area}
              collection={title}
              state={control.state}
              totalCount={totalCount}
            />
          )}
          {mayImport && !inSearch && <ImportButton area={table.endpoint.area} collection={title} />}
          {actions}
          {create && <CreateLink {...create} inSearch={inSearch} look={narrowButton} />}
        </>
      )}
      empty={{ ...empty, action: create && <CreateLink {...create} inSearch={inSearch} /> }}
    />
  );
}

type CreateLinkProps = NonNullable<CollectionViewProps<ListEndpoint>["create"]> & {
  inSearch: boolean;
  look?: typeof narrowButton;
};

function CreateLink({ to, label, onClick, inSearch, look }: CreateLinkProps) {
  const tab = useTab();
  const createKey = useSingleKey("create", label);
  // In the search, results are the primary content.
  const variant = inSearch ? "secondary" : "primary";
  return (
    <ViewLink
      to={withCallback(to, tab)}
      className={cn(buttonClass({ variant }), look?.button)}
      {...createKey}
      onClick={(event) => {
        if (!onClick || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onClick();
      }}
    >
      <Plus aria-hidden="true" />
      <span className={look?.label}>{label}</span>
    </ViewLink>
  );
}
