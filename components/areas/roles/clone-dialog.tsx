"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import type * as z from "zod";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { useNavigation } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { type RoleDetail, roleClone } from "@/lib/contract/roles";

type Values = z.input<typeof roleClone>;

const { clone } = contract.roles;

/** Creates a role with the permissions of another one, and opens it (PM-05). */
export default function CloneDialog({ role, onClose }: { role: RoleDetail; onClose: () => void }) {
  const t = useTranslations("roles");
  const created = useTranslations("history.types")("RoleCreated");
  const client = useQueryClient();
  const { open } = useNavigation();
  const { roleId, roleName } = role;
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(roleClone),
    defaultValues: { roleName: t("clone.nameOf", { name: roleName }) },
    shouldFocusError: false,
  });
  const saving = useSaveForm<Values, string>({
    form,
    save: (body) => call(clone, { params: { roleId }, body }),
    onSaved: async (madeId) => {
      onClose();
      open(`/roles/${madeId}`);
      await invalidateAreas(client, clone.affects);
    },
    successMessage: ({ roleName: name }) => `${created}: ${name}`,
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      size="sm"
      title={t("clone.title", { name: roleName })}
      description={t("clone.description")}
      submitLabel={t("create")}
      label={useFieldLabel("roles")}
      onClose={onClose}
    >
      <TextField name="roleName" required />
    </FormDialog>
  );
}
