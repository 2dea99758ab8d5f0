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
import { invalidateAreas } from "@/components/resource/record/invalidate";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { assignmentTypes } from "@/lib/contract/attribute-types";
import { type AttributeDetail, attributeAssignmentCreate } from "@/lib/contract/attributes";

type Values = z.output<typeof attributeAssignmentCreate>;

const initial = {
  attributeAssignmentTypeId: "",
  subtype: "",
  isGlobalFormDefinition: false,
  isRequired: false,
};

interface AssignDialogProps {
  attribute: AttributeDetail;
  onClose: () => void;
}

/** Assigns an attribute to a kind of record (AA-02). */
export default function AssignDialog({ attribute, onClose }: AssignDialogProps) {
  const t = useTranslations("attributes");
  const common = useTranslations("common");
  const client = useQueryClient();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(attributeAssignmentCreate),
    defaultValues: initial as never,
    shouldFocusError: false,
  });
  const isForm = form.watch("attributeAssignmentTypeId") === "form";
  const saving = useSaveForm<Values, string>({
    form,
    save: ({ isGlobalFormDefinition, ...values }) =>
      call(contract.attributes.addAssignment, {
        params: { attributeId: attribute.attributeId },
        body: { ...values, isGlobalFormDefinition: isForm && isGlobalFormDefinition },
      }),
    onSaved: async () => {
      await invalidateAreas(client, contract.attributes.addAssignment.affects);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("assignments.addTo", { name: attribute.attributeName })}
      formLabel={t("assignments.add")}
      submitLabel={common("add")}
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
