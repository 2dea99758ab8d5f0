"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { PickersField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { providerGroupCreate } from "@/lib/contract/provider-groups";

const { addProviderGroup } = contract["organisation-settings"];
const roles = dictionarySource(contract.dictionaries.roles);
const initial = { groupName: "", roleIds: [] as string[] };

/** Dialog that maps a group of the identity provider to roles (US-07). */
export default function AddProviderGroup({ onClose }: { onClose: () => void }) {
  const t = useTranslations("organisation-settings.groups");
  const denied = useTranslations("users.roles")("denied");
  const client = useQueryClient();
  const form = useForm({
    resolver: useSchemaResolver<typeof initial>(providerGroupCreate),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const saving = useSaveForm({
    form,
    save: (body) => call(addProviderGroup, { body }),
    onSaved: () => {
      invalidateAreas(client, addProviderGroup.affects);
      onClose();
    },
    successMessage: t("added"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("add")}
      description={t("addDescription")}
      submitLabel={t("add")}
      label={useFieldLabel("organisation-settings")}
      onClose={onClose}
    >
      <TextField name="groupName" required help={t("groupNameHelp")} />
      <PickersField name="roleIds" required source={roles} deniedHint={denied} />
    </FormDialog>
  );
}
