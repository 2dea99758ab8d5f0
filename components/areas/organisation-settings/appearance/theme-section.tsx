"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, FieldRow, TextField } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import { type Theme, themeForm } from "@/lib/contract/themes";
import { type ThemeColours, tokensOf } from "@/lib/theme/palette";
import { chosenColours, readabilityOf } from "@/lib/theme/readability";
import { PublishButton, PublishSubmit } from "./publish";
import { ShownColours } from "./shown-colours";
import { ThemeColourField } from "./theme-colour-field";
import { ThemeLogos } from "./theme-logos";
import type { PicturedLook } from "./theme-pictures";
import { type ThemeValues, themeValuesOf, useFramePreview, useThemeLook } from "./theme-values";

const { saveTheme, removeTheme } = contract["organisation-settings"];

function bodyOf({ logo, darkLogo, ...values }: ThemeValues) {
  return {
    ...values,
    ...(logo === null ? { deleteLogo: true } : logo && { logo }),
    ...(darkLogo === null ? { deleteDarkLogo: true } : darkLogo && { darkLogo }),
  };
}

/** One theme: its properties, which the frame and the previews show as they are edited. */
export function ThemeSection({ theme, onLook }: { theme: Theme; onLook: (look: PicturedLook) => void }) {
  const t = useTranslations("organisation-settings.appearance");
  const { has } = usePermissions();
  const client = useQueryClient();
  const mayEdit = has("OrganisationSettingView_EditAction");
  return (
    <FormSection<ThemeValues, Theme>
      id={`theme ${theme.themeId ?? theme.name}`}
      title={theme.name}
      description={theme.customisable ? undefined : t("cannotChange")}
      schema={themeForm}
      record={theme}
      valuesOf={themeValuesOf}
      label={useFieldLabel("organisation-settings")}
      save={(values, version) =>
        call(saveTheme, { params: { name: theme.name }, body: { ...bodyOf(values), version } })
      }
      onSaved={() => invalidateAreas(client, saveTheme.affects)}
      canEdit={mayEdit}
      lockedReason={theme.customisable ? undefined : t("cannotChange")}
      submitLabel={theme.isDefault ? t("saveAndPublish") : undefined}
      actions={!theme.isDefault && <PublishSubmit />}
    >
      <ThemeFields theme={theme} onLook={onLook} />
      {mayEdit && theme.customisable && <Actions theme={theme} />}
    </FormSection>
  );
}

/** Reports each change of the look to the previews. */
function ThemeFields({ theme, onLook }: { theme: Theme; onLook: (look: PicturedLook) => void }) {
  const t = useTranslations("organisation-settings.appearance");
  const { editing } = useFormContextValue();
  const look = useThemeLook(theme);
  useFramePreview(look);
  // While a colour is incomplete, the previous colours stay.
  const [colours, setColours] = useState<ThemeColours>(theme);
  const { primary, accent, isDark } = look.colours ?? colours;
  if (primary !== colours.primary || accent !== colours.accent || isDark !== colours.isDark)
    setColours({ primary, accent, isDark });
  const tokens = useMemo(
    () => ({
      light: tokensOf({ primary, accent, isDark: false }),
      dark: tokensOf({ primary, accent, isDark: true }),
    }),
    [primary, accent],
  );
  const { logo, darkLogo } = look;
  useEffect(() => onLook({ tokens, logo, darkLogo }), [tokens, logo, darkLogo, onLook]);
  return (
    <>
      {editing && <p className="rounded bg-selected px-3 py-2 text-sm">{t("live")}</p>}
      {/* While reading, title and badges show the same. */}
      {editing && <TextField name="name" required />}
      <FieldRow>
        {chosenColours.map((name) => (
          <div key={name} className="flex min-w-0 flex-col gap-2">
            <ThemeColourField name={name} />
            <ShownColours name={name} colours={colours} />
          </div>
        ))}
      </FieldRow>
      {look.colours && <Corrections colours={look.colours} />}
      <ThemeLogos theme={theme} tokens={tokens} logo={logo} darkLogo={darkLogo} />
      {editing && (
        <FieldRow>
          <CheckboxField name="isDark" help={t("isDarkHelp")} />
          <CheckboxField name="isDefault" help={t("isDefaultHelp")} />
        </FieldRow>
      )}
    </>
  );
}

/** Announces the corrections that are shown beside the colours. */
function Corrections({ colours }: { colours: ThemeColours }) {
  const t = useTranslations("organisation-settings.appearance");
  const format = useFormat();
  const { label } = useFormContextValue();
  const readability = readabilityOf(colours);
  const corrected = chosenColours.filter((name) => readability[name].shown !== colours[name].toLowerCase());
  return (
    <p role="status" className="sr-only">
      {corrected
        .map((name) => {
          const { contrast, needed, shown } = readability[name];
          const ratios = { contrast: format.number(contrast), needed: format.number(needed) };
          return t("corrected", { name: label(name), from: colours[name], ...ratios, to: shown });
        })
        .join(" ")}
    </p>
  );
}

/** After removal the default theme is selected. */
function Actions({ theme }: { theme: Theme }) {
  const t = useTranslations("organisation-settings.appearance");
  const { editing } = useFormContextValue();
  const { name, isDefault } = theme;
  const { ask, pending } = useConfirmedCall<Theme>({
    question: () => ({
      title: t("removeTitle", { name }),
      description: t(isDefault ? "removeDefault" : "removeLost"),
      confirmLabel: t("remove"),
    }),
    run: () => call(removeTheme, { params: { name } }),
    nameOf: () => name,
    doneText: () => t("removed", { name }),
    areas: removeTheme.affects,
  });
  if (editing) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {!isDefault && <PublishButton theme={theme} />}
      <Button size="sm" variant="ghost" icon={<Trash2 />} loading={pending} onClick={() => ask(theme)}>
        {t("remove")}
      </Button>
    </div>
  );
}
