"use client";
import { ListTree, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { Assignments as AssignmentTable } from "@/components/resource/record/assignments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { AttributeAssignment, AttributeDetail } from "@/lib/contract/attributes";

const AssignDialog = lazyPart(() => import("./assign-dialog"));

/** Kinds of records to which an attribute is assigned (AA-02). */
export function Assignments({ attribute }: { attribute: AttributeDetail }) {
  const t = useTranslations("attributes");
  const { has } = usePermissions();
  const [edited, setEdited] = useState<AttributeAssignment>();
  const mayAdd = has("AttributeView_AssignmentSection_AddAction");
  const mayRemove = has("AttributeView_AssignmentSection_DeleteAction");
  const mayEdit = useKnownCapability("assignment-changes") !== false && mayAdd && mayRemove;
  const params = { attributeId: attribute.attributeId };
  const nameOf = (assignment: AttributeAssignment) =>
    t(`choices.attributeAssignmentTypeId.${assignment.attributeAssignmentTypeId}`);
  return (
    <>
      <AssignmentTable
        endpoint={contract.attributes.assignments}
        params={params}
        label={t("assignments.title")}
        columns={useColumns()}
        idOf={({ attributeAssignmentId }) => attributeAssignmentId}
        nameOf={nameOf}
        empty={{ icon: <ListTree />, title: t("assignments.empty"), description: t("assignments.emptyHint") }}
        areas={contract.attributes.removeAssignments.affects}
        add={
          mayAdd
            ? {
                label: t("assignments.add"),
                picker: ({ onOpenChange }) => (
                  <AssignDialog attribute={attribute} onClose={() => onOpenChange(false)} />
                ),
              }
            : undefined
        }
        remove={
          mayRemove
            ? {
                label: t("assignments.remove"),
                title: (rows) => t("assignments.removeTitle", rows),
                description: t("assignments.removeLost"),
                run: (rows) =>
                  call(contract.attributes.removeAssignments, {
                    params,
                    query: {
                      attributeAssignmentIds: rows.map(({ attributeAssignmentId }) => attributeAssignmentId),
                    },
                  }),
              }
            : undefined
        }
        bulkActions={
          mayEdit
            ? (rows) =>
                rows.length === 1 && (
                  <Button size="sm" icon={<Pencil />} onClick={() => setEdited(rows[0])}>
                    {t("assignments.edit")}
                  </Button>
                )
            : undefined
        }
      />
      <Suspense fallback={null}>
        {edited && (
          <AssignDialog attribute={attribute} assignment={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function useColumns(): ResourceColumn<AttributeAssignment>[] {
  const t = useTranslations("attributes");
  const common = useTranslations("common");
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "attributeAssignmentTypeName",
        header: t("fields.attributeAssignmentTypeName"),
        cell: ({ attributeAssignmentTypeId }) =>
          t(`choices.attributeAssignmentTypeId.${attributeAssignmentTypeId}`),
        beside: ({ isRequired }) => isRequired && <Badge>{t("fields.isRequired")}</Badge>,
        width: "@lg:w-[30%]",
      },
      { id: "subtype", header: t("fields.subtype"), cell: ({ subtype }) => subtype },
      {
        id: "isGlobalFormDefinition",
        header: t("fields.isGlobalFormDefinition"),
        cell: ({ attributeAssignmentTypeId, isGlobalFormDefinition }) =>
          attributeAssignmentTypeId === "form" ? common(isGlobalFormDefinition ? "yes" : "no") : "",
        from: "sm",
      },
      {
        id: "createdOn",
        header: t("fields.createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "md",
      },
      { id: "createdBy", header: t("fields.createdBy"), cell: ({ createdBy }) => createdBy, from: "lg" },
    ],
    [t, common, format],
  );
}
