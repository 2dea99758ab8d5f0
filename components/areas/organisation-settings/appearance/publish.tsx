"use client";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { Theme } from "@/lib/contract/themes";

const { saveTheme } = contract["organisation-settings"];

/** Makes a theme the default, which everyone sees. */
export function PublishButton({ theme }: { theme: Theme }) {
  const t = useTranslations("organisation-settings.appearance");
  const { ask, pending } = useConfirmedCall<Theme>({
    question: ([{ name = "" } = {}]) => ({
      title: t("publishTitle", { name }),
      description: t("publishHint"),
      confirmLabel: t("publish"),
    }),
    run: () =>
      call(saveTheme, { params: { name: theme.name }, body: { isDefault: true, version: theme.version } }),
    nameOf: ({ name }) => name,
    doneText: () => t("published", { name: theme.name }),
    areas: saveTheme.affects,
  });
  return (
    <Button size="sm" variant="primary" icon={<Send />} loading={pending} onClick={() => ask(theme)}>
      {t("publish")}
    </Button>
  );
}

/** Submits the surrounding form as the default theme. */
export function PublishSubmit() {
  const t = useTranslations("organisation-settings.appearance");
  const { setValue } = useFormContext();
  return (
    <Button type="submit" icon={<Send />} onClick={() => setValue("isDefault", true, { shouldDirty: true })}>
      {t("publish")}
    </Button>
  );
}
