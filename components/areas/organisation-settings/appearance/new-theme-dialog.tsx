"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { type Theme, themeForm } from "@/lib/contract/themes";

interface NewThemeDialogProps {
  /** Theme to copy colours from. */
  from: Theme;
  onMade: (theme: Theme) => void;
  onClose: () => void;
}

const { saveTheme } = contract["organisation-settings"];
const initial = { name: "" };

/** Creates a theme with a new name; unused until it becomes the default. */
export default function NewThemeDialog({ from, onMade, onClose }: NewThemeDialogProps) {
  const t = useTranslations("organisation-settings.appearance");
  const label = useFieldLabel("organisation-settings");
  const client = useQueryClient();
  const form = useForm({
    resolver: useSchemaResolver<typeof initial>(themeForm),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { primary, accent, isDark } = from;
  const saving = useSaveForm({
    form,
    save: ({ name }) =>
      call(saveTheme, { params: { name }, body: { name, primary, accent, isDark, version: 0 } }),
    onSaved: async (made) => {
      await invalidateAreas(client, saveTheme.affects);
      onMade(made);
      onClose();
    },
    successMessage: ({ name }) => t("made", { name }),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      size="sm"
      title={t("new")}
      description={t("newDescription", { name: from.name })}
      formLabel={t("new")}
      submitLabel={t("create")}
      label={label}
      onClose={onClose}
    >
      <TextField name="name" required autoFocus />
    </FormDialog>
  );
}
