"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { serverNow } from "@/lib/client/api/server-clock";
import { CopyField } from "../copy-field";
import { SelectField } from "../fields/select-field";
import { FieldRow, TextField } from "../form/fields";
import { FormContextProvider } from "../form/form-context";
import { FormShell } from "../form/form-shell";
import { ProblemAlert } from "../form/problem-alert";
import { useSchemaResolver } from "../form/resolver";
import { useSaveForm } from "../form/save-form";
import type { ApiKeyCalls } from "./calls";

/** Validity in days; `none` never expires. */
const validities = ["none", "30", "90", "365"] as const;

const schema = z.object({ keyName: z.string().trim().max(100), validity: z.enum(validities) });
type Values = z.output<typeof schema>;

const initial: Values = { keyName: "", validity: "none" };
const day = 24 * 60 * 60 * 1000;

interface GenerateKeyProps {
  create: ApiKeyCalls["create"];
  /** Called after a key was created. */
  onCreated: () => void;
}

/** Creates an API key; name and validity help to identify and expire keys. */
export function GenerateKey({ create, onCreated }: GenerateKeyProps) {
  const t = useTranslations("api-keys");
  const [made, setMade] = useState<string>();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const saving = useSaveForm<Values, string>({
    form,
    save: ({ keyName, validity }) =>
      create({
        keyName,
        validUntil:
          validity === "none" ? undefined : new Date(serverNow() + Number(validity) * day).toISOString(),
      }),
    onSaved: (key) => {
      setMade(key);
      form.reset(initial);
      onCreated();
    },
    successMessage: t("made"),
  });
  if (made !== undefined) return <NewKey value={made} onDone={() => setMade(undefined)} />;
  return (
    <FormShell form={form} label={t("generate")} faults={saving.faults} onSubmit={saving.submit}>
      <ProblemAlert problem={saving.problem} className="mb-4" />
      <FormContextProvider
        value={{ editing: true, label: (name) => t(`fields.${name as keyof Values}`), stored: initial }}
      >
        <div className="@container flex flex-col gap-4">
          <FieldRow>
            <TextField name="keyName" help={t("keyNameHelp")} />
            <SelectField
              name="validity"
              options={validities.map((value) => ({
                value,
                label: value === "none" ? t("untilRevoked") : t("days", { count: Number(value) }),
              }))}
            />
          </FieldRow>
          <div>
            <Button type="submit" variant="primary" loading={saving.saving}>
              {t("generate")}
            </Button>
          </div>
        </div>
      </FormContextProvider>
    </FormShell>
  );
}

/** The new key, shown only once, with a warning and a copy button (HO-04). */
function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const t = useTranslations("api-keys");
  const texts = { copy: t("copy"), copied: t("copied"), copyFailed: t("copyFailed") };
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="warning" title={t("shownOnce")}>
        {t("shownOnceHint")}
      </Alert>
      <CopyField label={t("newKey")} value={value} texts={texts} />
      <div>
        <Button onClick={onDone}>{t("done")}</Button>
      </div>
    </div>
  );
}
