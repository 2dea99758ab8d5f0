"use client";
import { ListTree, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Assignments as AssignmentTable } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useSingleKey } from "@/components/ui/single-keys";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { AttributeAssignment, AttributeDetail } from "@/lib/contract/attributes";

const AssignDialog = lazyPart(() => import("./assign-dialog"));

/** Kinds of records to which an attribute is assigned (AA-02). */
export function Assignments({ attribute }: { attribute: AttributeDetail }) {
  const t = useTranslations("attributes");
  const editKey = useSingleKey("edit", t("assignments.edit"));
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
        columns={useListColumns(contract.attributes.assignments, "attributes", columns)}
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
                  <Button size="sm" icon={<Pencil />} {...editKey} onClick={() => setEdited(rows[0])}>
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

const columns: ColumnChanges<AttributeAssignment> = {
  attributeName: false,
  attributeAssignmentTypeName: {
    cell: (assignment) => <TypeName assignment={assignment} />,
    beside: ({ isRequired }) => isRequired && <RequiredBadge />,
    width: "@lg:w-[30%]",
  },
  // Of forms only.
  isGlobalFormDefinition: { cell: (assignment) => <GlobalForm assignment={assignment} /> },
  isRequired: false,
  createdBy: { from: "lg" },
};

function TypeName({ assignment: { attributeAssignmentTypeId } }: { assignment: AttributeAssignment }) {
  return useTranslations("attributes.choices.attributeAssignmentTypeId")(attributeAssignmentTypeId);
}

function RequiredBadge() {
  return <Badge>{useTranslations("attributes.fields")("isRequired")}</Badge>;
}

function GlobalForm({ assignment }: { assignment: AttributeAssignment }) {
  const t = useTranslations("common");
  return (
    assignment.attributeAssignmentTypeId === "form" && t(assignment.isGlobalFormDefinition ? "yes" : "no")
  );
}
