"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { CopyField } from "@/components/resource/copy-field";
import { DateTimeField } from "@/components/resource/fields/date-fields";
import { NumberField } from "@/components/resource/fields/number-field";
import { SelectField } from "@/components/resource/fields/select-field";
import { FieldRow, TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/client/api/client";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import { attachmentShareCreate } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import type { RuleParams } from "@/lib/validation/messages";
import { useShareAddress } from "./share-address";
import { sharePresets, validUntilOf } from "./share-validity";

const { password, maxDownloads } = attachmentShareCreate.shape;
const schema = z
  .object({ preset: z.enum(sharePresets), validUntil: z.string(), password, maxDownloads })
  .refine(({ preset, validUntil }) => preset !== "custom" || validUntil !== "", {
    path: ["validUntil"],
    params: { rule: "required" } satisfies RuleParams,
  })
  .refine(
    ({ preset, validUntil }) => preset !== "custom" || !validUntil || Date.parse(validUntil) > serverNow(),
    { path: ["validUntil"], params: { rule: "future" } satisfies RuleParams },
  );
type Values = z.output<typeof schema>;

const initial: Values = { preset: "sixMonths", validUntil: "", password: "", maxDownloads: null };

interface ShareDialogProps {
  attachment: AttachmentDetail;
  onClose: () => void;
}

interface Made {
  shareKey: string;
  validUntil: string;
}

/** Creates a public link to the file: first its validity, then the link to copy (AM-03). */
export default function ShareDialog({ attachment, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<Made>();
  return made ? (
    <MadeLink attachment={attachment} made={made} onClose={onClose} />
  ) : (
    <ShareForm attachment={attachment} onMade={setMade} onClose={onClose} />
  );
}

function ShareForm({ attachment, onMade, onClose }: ShareDialogProps & { onMade: (made: Made) => void }) {
  const t = useTranslations("attachments.share");
  const client = useQueryClient();
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const isCustom = form.watch("preset") === "custom";
  const saving = useSaveForm<Values, Made>({
    form,
    save: async ({ preset, validUntil: chosen, password, maxDownloads }) => {
      const validUntil =
        preset === "custom" ? chosen : validUntilOf(preset, new Date(serverNow())).toISOString();
      const { attachmentId } = attachment;
      const body = { validUntil, password: password || null, maxDownloads };
      return {
        validUntil,
        shareKey: await call(contract.attachments.share, { params: { attachmentId }, body }),
      };
    },
    onSaved: (made) => {
      onMade(made);
      void invalidateAreas(client, contract.attachments.share.affects);
    },
    successMessage: t("made"),
  });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={t("title", { name: attachment.fileName })}
      description={t("description")}
      formLabel={t("action")}
      submitLabel={t("create")}
      label={(name) => t(`fields.${name as keyof Values}`)}
      onClose={onClose}
    >
      <SelectField
        name="preset"
        options={sharePresets.map((value) => ({ value, label: t(`presets.${value}`) }))}
      />
      {isCustom && <DateTimeField name="validUntil" required />}
      <FieldRow>
        <TextField name="password" type="password" help={t("passwordHelp")} />
        <NumberField name="maxDownloads" isWhole help={t("maxDownloadsHelp")} />
      </FieldRow>
    </FormDialog>
  );
}

function MadeLink({
  attachment,
  made: { shareKey, validUntil },
  onClose,
}: ShareDialogProps & { made: Made }) {
  const t = useTranslations("attachments.share");
  const format = useFormat();
  const link = useShareAddress()(shareKey);
  const texts = { copy: t("copy"), copied: t("copied"), copyFailed: t("copyFailed") };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: attachment.fileName })}
      description={t("until", { when: format.longDateTime(validUntil) })}
      footer={<Button onClick={onClose}>{t("done")}</Button>}
    >
      <CopyField label={t("link")} value={link} texts={texts} />
    </Dialog>
  );
}
