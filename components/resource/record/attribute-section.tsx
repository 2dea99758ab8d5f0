"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Tags, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { isEntered, optionsIn } from "@/lib/contract/attribute-types";
import type { CallOf } from "@/lib/contract/endpoint";
import { allRows } from "@/lib/contract/paging";
import type { PermissionName } from "@/lib/contract/permissions";
import { AttributeName, AttributeValue } from "../attributes/attribute-value";
import type { AttributeRow, AttributeSectionProps } from "../attributes/calls";
import { ReasonedButton } from "../form/reasoned-button";
import { SectionCard } from "../form/section-card";
import { TableFailed } from "../table/table-states";
import { useConfirmedCall } from "./confirmed-call";
import { SectionsColumn } from "./sections-column";

const AttributeDialog = lazyPart(() => import("../attributes/attribute-dialog"));

/** Attribute values of a record: add, edit and remove individually (AA-03). */
export default function AttributeSection({ calls, view, noun, params, lockedReason }: AttributeSectionProps) {
  const t = useTranslations("attributes.section");
  const format = useFormat();
  const titleId = useId();
  const { has } = usePermissions();
  const [shown, setShown] = useState<{ edited?: AttributeRow }>();
  const values = useQuery(queryOf(calls.attributes, { params, query: { pageLimit: allRows } } as never));
  const offered = useQuery(
    queryOf(contract.dictionaries.attributes, {
      query: { attributeAssignmentTypeId: noun, pageLimit: allRows },
    }),
  );
  const rows = (values.data as { list: AttributeRow[] } | undefined)?.list;
  const idOf = (row: AttributeRow) => row[`${noun}AttributeId`] as string;
  const removal = useConfirmedCall<AttributeRow>({
    question: ([row]) => ({
      title: t("removeTitle", { name: row?.attributeName ?? "" }),
      description: t("removeLost"),
      confirmLabel: t("removeConfirm"),
    }),
    run: (chosen) =>
      call(calls.removeAttributes, {
        params,
        query: { [`${noun}AttributeIds`]: chosen.map(idOf) },
      } as unknown as CallOf<typeof calls.removeAttributes>),
    nameOf: ({ attributeName }) => attributeName,
    areas: calls.addAttribute.affects,
  });

  if (values.error && !rows) return <TableFailed error={values.error} onRetry={() => values.refetch()} />;
  const there = new Set(rows?.map(({ attributeId }) => attributeId));
  const free = offered.data?.list.filter(({ id }) => !there.has(id)) ?? [];
  const missing = rows && free.filter(({ isRequired }) => isRequired);
  const mayEdit = has(`${view}_EditAction` as PermissionName);
  const addButton = mayEdit && (
    <ReasonedButton
      size="sm"
      icon={<Plus />}
      disabledReason={lockedReason ?? (offered.data && free.length === 0 ? t("noneOffered") : undefined)}
      onClick={() => setShown({})}
    >
      {t("add")}
    </ReasonedButton>
  );
  return (
    <SectionsColumn>
      <SectionCard title={t("title")} titleId={titleId} action={rows && rows.length > 0 && addButton}>
        {missing && missing.length > 0 && (
          <Alert
            tone="warning"
            className="mb-4"
            title={t("missing", {
              count: missing.length,
              names: format.allOf(missing.map(({ name }) => name)),
            })}
          />
        )}
        {!rows && <Skeleton className="h-24 w-full" />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<Tags />}
            title={t("noAttributesAssigned")}
            description={mayEdit ? t("noneHint") : undefined}
            action={addButton}
          />
        )}
        {rows && rows.length > 0 && (
          <ul aria-labelledby={titleId} className="-my-2 flex flex-col divide-y divide-border">
            {rows.map((row) => (
              <AttributeItem
                key={row.attributeId}
                row={row}
                isLocked={!mayEdit || lockedReason !== undefined}
                onEdit={() => setShown({ edited: row })}
                onRemove={() => removal.ask(row)}
              />
            ))}
          </ul>
        )}
      </SectionCard>
      <Suspense fallback={null}>
        {shown && (
          <AttributeDialog
            calls={calls}
            params={params}
            valueId={shown.edited && idOf(shown.edited)}
            idName={`${noun}AttributeId`}
            edited={shown.edited}
            offered={free}
            rows={rows ?? []}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </SectionsColumn>
  );
}

interface AttributeItemProps {
  row: AttributeRow;
  isLocked: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function AttributeItem({ row, isLocked, onEdit, onRemove }: AttributeItemProps) {
  const t = useTranslations("attributes.section");
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <AttributeName attribute={row} />
        <div className="min-h-5 break-words">
          <AttributeValue attribute={row} />
        </div>
      </div>
      {!isLocked && (
        <>
          {isEntered(row) ? (
            <IconButton size="sm" label={t("edit", { name: row.attributeName })} onClick={onEdit}>
              <Pencil />
            </IconButton>
          ) : (
            <span className="self-center text-muted text-xs" title={optionsIn(row).calculatedAttribute}>
              {t("cannotEdit")}
            </span>
          )}
          <IconButton size="sm" label={t("remove", { name: row.attributeName })} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        </>
      )}
    </li>
  );
}
