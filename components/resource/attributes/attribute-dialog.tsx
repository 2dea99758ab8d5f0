"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { call } from "@/lib/client/api/client";
import { matches } from "@/lib/client/tabs/text-match";
import type { contract } from "@/lib/contract";
import { separatedValues } from "@/lib/contract/attribute-types";
import type { CallOf, ResponseOf } from "@/lib/contract/endpoint";
import { PickerField } from "../fields/picker/picker-field";
import type { PickerSource } from "../fields/picker/source";
import { noSignature } from "../fields/signature/signature";
import { ConflictDialog } from "../form/conflict-dialog";
import type { Conflict } from "../form/edit-state";
import { FormDialog } from "../form/form-dialog";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import { invalidateAreas } from "../list/invalidate";
import { AttributeField, type EnteredAttribute } from "./attribute-field";
import type { AttributeCalls, AttributeRow } from "./calls";

export type OfferedAttribute = ResponseOf<typeof contract.dictionaries.attributes>["list"][number];

interface AttributeDialogProps {
  calls: AttributeCalls;
  params: Readonly<Record<string, string>>;
  idName: string;
  /** Value to edit; omitted to add one. */
  valueId?: string;
  edited?: AttributeRow;
  /** Attributes that can be added. */
  offered: readonly OfferedAttribute[];
  /** The record's values. */
  rows: readonly AttributeRow[];
  onClose: () => void;
}

const schema = z.object({ attributeId: z.string().min(1), attributeValue: z.unknown() });
type Values = z.output<typeof schema>;

/** Adds an attribute to a record or edits its value; the API validates it. */
export default function AttributeDialog({
  calls,
  params,
  idName,
  valueId,
  edited,
  offered,
  rows,
  onClose,
}: AttributeDialogProps) {
  const t = useTranslations("attributes");
  const common = useTranslations("common");
  const client = useQueryClient();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: { attributeId: edited?.attributeId ?? "", attributeValue: edited && formValue(edited) },
    shouldFocusError: false,
  });
  const chosenId = form.watch("attributeId");
  const chosen: EnteredAttribute | undefined = edited ?? toEntered(offered.find(({ id }) => id === chosenId));
  const [conflict, setConflict] = useState<Conflict & { version: number | undefined }>();
  const close = async () => {
    await invalidateAreas(client, calls.addAttribute.affects);
    onClose();
  };
  const saving = useSaveForm<Values, unknown>({
    form,
    save: ({ attributeId, attributeValue }, version = edited?.version) => {
      const body = { attributeId, attributeValue: sentValue(attributeValue), version };
      return valueId
        ? call(calls.saveAttribute, { params: { ...params, [idName]: valueId }, body } as unknown as CallOf<
            typeof calls.saveAttribute
          >)
        : call(calls.addAttribute, { params, body } as unknown as CallOf<typeof calls.addAttribute>);
    },
    onSaved: close,
    onConflict: (current, { attributeValue }) => {
      if (!edited || !valueId) return false;
      const theirs = current as AttributeRow;
      setConflict({
        before: { attributeValue: formValue(edited) },
        yours: { attributeValue },
        theirs: { attributeValue: formValue(theirs) },
        savedBy: theirs.updatedBy ?? undefined,
        version: theirs.version,
      });
      return true;
    },
  });
  const source = useMemo<PickerSource>(
    () => async (phrase, limit) => {
      const found = offered.filter(({ name }) => matches(phrase.trim(), name));
      return {
        options: found.slice(0, limit).map(({ id, name }) => ({ id, text: name })),
        total: found.length,
      };
    },
    [offered],
  );
  const label = (name: string) =>
    name === "attributeValue" ? (chosen?.attributeName ?? "") : t("fields.attributeId");
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={edited ? t("section.edit", { name: edited.attributeName }) : t("section.add")}
      formLabel={t("section.title")}
      submitLabel={common(edited ? "save" : "add")}
      label={label}
      onClose={onClose}
    >
      {!edited && <PickerField name="attributeId" required source={source} />}
      {chosen && <AttributeField key={chosen.attributeId} attribute={chosen} rows={rows} />}
      <ConflictDialog
        conflict={conflict}
        label={label}
        saving={saving.saving}
        onKeepEditing={() => setConflict(undefined)}
        onTakeTheirs={close}
        onOverwrite={({ attributeValue }) => {
          const version = conflict?.version;
          setConflict(undefined);
          void saving.persist({ attributeId: edited?.attributeId ?? "", attributeValue }, version);
        }}
      />
    </FormDialog>
  );
}

const toEntered = (offered: OfferedAttribute | undefined): EnteredAttribute | undefined =>
  offered && { ...offered, attributeId: offered.id, attributeName: offered.name };

/** Converts a stored value to the form field of its type. */
function formValue({ attributeTypeId, attributeValue }: AttributeRow): unknown {
  if (attributeTypeId === "Signature")
    return attributeValue === null ? noSignature : JSON.parse(String(attributeValue));
  if (attributeTypeId === "Checkboxes") return separatedValues(String(attributeValue ?? ""));
  if (attributeTypeId === "Boolean") return attributeValue === null ? undefined : attributeValue === "true";
  return attributeValue;
}

const sentValue = (value: unknown): unknown => (Array.isArray(value) ? value.join(";") : (value ?? null));
