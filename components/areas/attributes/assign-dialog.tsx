"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { SelectField } from "@/components/resource/fields/select-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { assignmentTypes } from "@/lib/contract/attribute-types";
import {
  type AttributeAssignment,
  type AttributeDetail,
  attributeAssignmentCreate,
} from "@/lib/contract/attributes";

type Values = z.output<typeof attributeAssignmentCreate>;

const initial = {
  attributeAssignmentTypeId: "",
  subtype: "",
  isGlobalFormDefinition: false,
  isRequired: false,
};

interface AssignDialogProps {
  attribute: AttributeDetail;
  /** The one to change; none to add one. */
  assignment?: AttributeAssignment;
  onClose: () => void;
}

/** Has a kind of records be offered an attribute, or changes how it is (AA-02). */
export default function AssignDialog({ attribute, assignment, onClose }: AssignDialogProps) {
  const t = useTranslations("attributes");
  const common = useTranslations("common");
  const client = useQueryClient();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(attributeAssignmentCreate),
    defaultValues: (assignment ?? initial) as never,
    shouldFocusError: false,
  });
  const isForm = form.watch("attributeAssignmentTypeId") === "form";
  const saving = useSaveForm<Values, unknown>({
    form,
    save: ({ attributeAssignmentTypeId, subtype, isGlobalFormDefinition, isRequired }) => {
      const body = {
        attributeAssignmentTypeId,
        subtype,
        isRequired,
        isGlobalFormDefinition: isForm && isGlobalFormDefinition,
      };
      const params = { attributeId: attribute.attributeId };
      if (!assignment) return call(contract.attributes.addAssignment, { params, body });
      const { attributeAssignmentId, version } = assignment;
      return call(contract.attributes.saveAssignment, {
        params: { ...params, attributeAssignmentId },
        body: { ...body, version },
      });
    },
    onSaved: async () => {
      await invalidateAreas(client, contract.attributes.addAssignment.affects);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t(assignment ? "assignments.editOf" : "assignments.addTo", { name: attribute.attributeName })}
      formLabel={assignment ? undefined : t("assignments.add")}
      submitLabel={common(assignment ? "save" : "add")}
      label={useFieldLabel("attributes")}
      onClose={onClose}
    >
      <SelectField
        name="attributeAssignmentTypeId"
        required
        options={[
          { value: "", label: "" },
          ...assignmentTypes.map((value) => ({
            value,
            label: t(`choices.attributeAssignmentTypeId.${value}`),
          })),
        ]}
      />
      <TextField name="subtype" />
      {isForm && <CheckboxField name="isGlobalFormDefinition" />}
      <CheckboxField name="isRequired" help={t("help.isRequired")} />
    </FormDialog>
  );
}
