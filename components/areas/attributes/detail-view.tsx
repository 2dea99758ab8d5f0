"use client";
import { ListTree, Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { SubTabs } from "@/components/ui/sub-tabs";
import type { ViewProps } from "../../area/area";
import { Assignments } from "./assignments";
import { attribute as kind } from "./attribute";
import { FixedType, fields, records, rows } from "./form";
import { useAttributeRemoval } from "./removal";

const fixedFields = { ...fields, attributeTypeId: <FixedType /> };

export default function AttributeDetailView({ id }: ViewProps) {
  const t = useTranslations("attributes.tabs");
  return (
    <RecordDetailView id={id} kind={kind} records={records} removal={useAttributeRemoval()}>
      {(attribute) => (
        <SubTabs
          items={[
            {
              id: "attribute",
              label: t("attribute"),
              icon: Tags,
              content: (
                <SectionsColumn>
                  <RecordSection
                    kind={kind}
                    records={records}
                    record={attribute}
                    rows={rows}
                    fields={attribute.isUsed ? fixedFields : fields}
                  />
                </SectionsColumn>
              ),
            },
            {
              id: "assignments",
              label: t("assignments"),
              icon: ListTree,
              badge: attribute.assignmentCount,
              permission: "AttributeView_AssignmentSection",
              content: <Assignments attribute={attribute} />,
            },
          ]}
        />
      )}
    </RecordDetailView>
  );
}
