"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { listViewAudiences, listViewCreate } from "@/lib/contract/list-views";
import type { RuleParams } from "@/lib/validation/messages";
import { PickerField } from "../../fields/picker/picker-field";
import { dictionarySource } from "../../fields/picker/source";
import { SelectField } from "../../fields/select-field";
import { TextField } from "../../form/fields";
import { FormContextProvider } from "../../form/form-context";
import { FormShell } from "../../form/form-shell";
import { ProblemAlert } from "../../form/problem-alert";
import { useSchemaResolver } from "../../form/resolver";
import { useSaveForm } from "../../form/save-form";
import { invalidateAreas } from "../../list/invalidate";
import type { ListEndpoint } from "../../list/list-call";
import { settingsToSave, type ViewSettings } from "./view-settings";

const { create } = contract["list-views"];
const roles = dictionarySource(contract.dictionaries.roles);

const named = listViewCreate
  .pick({ viewName: true, audience: true })
  .extend({ roleId: listViewCreate.shape.roleId.nullable() })
  .refine(({ audience, roleId }) => audience !== "role" || roleId, {
    params: { rule: "required" } satisfies RuleParams,
    path: ["roleId"],
  });
type Named = z.input<typeof named>;
const empty: Named = { viewName: "", audience: "mine", roleId: null };

/** Saves the current look of a list under a name; users who may change roles may share it. */
export function NewView({
  list,
  settings,
  endpoint,
}: {
  list: string;
  settings: ViewSettings;
  endpoint: ListEndpoint;
}) {
  const t = useTranslations("resource.table.views");
  const { has } = usePermissions();
  const client = useQueryClient();
  const mayShare = has(["RoleView", "RoleView_EditAction"]);
  const form = useForm<Named>({
    resolver: useSchemaResolver<Named>(named),
    defaultValues: empty,
    shouldFocusError: false,
  });
  const audience = useWatch({ control: form.control, name: "audience" });
  const saving = useSaveForm<Named, string>({
    form,
    save: ({ roleId, ...values }) =>
      call(create, {
        body: {
          ...values,
          ...settingsToSave(endpoint, settings),
          list,
          roleId: values.audience === "role" ? roleId || undefined : undefined,
        },
      }),
    onSaved: async () => {
      form.reset(empty);
      await invalidateAreas(client, create.affects);
    },
    successMessage: ({ viewName }) => t("saved", { name: viewName }),
  });
  const labels: Readonly<Record<string, string>> = {
    viewName: t("name"),
    audience: t("for"),
    roleId: t("forRole"),
  };
  return (
    <FormShell form={form} label={t("new")} faults={saving.faults} onSubmit={saving.submit}>
      <FormContextProvider value={{ editing: true, label: (name) => labels[name] ?? name, stored: {} }}>
        <div className="flex flex-col gap-3 border-t pt-3">
          <ProblemAlert problem={saving.problem} />
          <TextField name="viewName" required />
          {mayShare && (
            <SelectField
              name="audience"
              options={listViewAudiences.map((value) => ({ value, label: t(value) }))}
            />
          )}
          {audience === "role" && <PickerField name="roleId" required empty={null} source={roles} />}
          <Button type="submit" variant="primary" size="sm" loading={saving.saving} className="self-end">
            {t("save")}
          </Button>
        </div>
      </FormContextProvider>
    </FormShell>
  );
}
