"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Palette, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { lazyPart } from "@/components/loading/lazy-part";
import type { AvatarChange } from "@/components/resource/fields/avatar-change";
import { AvatarField, useObjectUrl } from "@/components/resource/fields/avatar-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { CheckboxField, FieldRow, TextField } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { type Theme, themeForm, themeLogoRules } from "@/lib/contract/themes";
import { logoAddress } from "@/lib/installation/organisation";
import { isHexColour } from "@/lib/theme/oklch";
import { chosenColours, readabilityOf } from "@/lib/theme/readability";
import { ThemeColourField } from "./theme-colour-field";
import type { ThemeLook } from "./theme-pictures";

const ThemePictures = lazyPart<ThemeLook>(() => import("./theme-pictures"));

const { saveTheme, removeTheme } = contract["organisation-settings"];

interface Values extends Pick<Theme, "name" | "primary" | "accent" | "isDark" | "isDefault"> {
  logo: AvatarChange;
}

// The form contains the logo only if changed.
const valuesOf = ({ name, primary, accent, isDark, isDefault }: Theme): Values => ({
  name,
  primary,
  accent,
  isDark,
  isDefault,
  logo: undefined,
});

const logoBody = (change: AvatarChange) =>
  change === null ? { deleteLogo: true } : change && { logo: change };

/** One theme: its properties, with a preview that follows edits. */
export function ThemeSection({ theme }: { theme: Theme }) {
  const t = useTranslations("organisation-settings.appearance");
  const { prefix } = usePublicConfig();
  const { has } = usePermissions();
  const client = useQueryClient();
  const mayEdit = has("OrganisationSettingView_EditAction");
  const [look, setLook] = useState<ThemeLook>();
  const stored = theme.logo ? logoAddress(prefix, theme.logo.attachmentId) : undefined;
  return (
    <>
      <FormSection<Values, Theme>
        id={`theme ${theme.themeId ?? theme.name}`}
        title={theme.name}
        description={theme.customisable ? undefined : t("cannotChange")}
        schema={themeForm}
        record={theme}
        valuesOf={valuesOf}
        label={useFieldLabel("organisation-settings")}
        save={({ logo, ...values }, version) =>
          call(saveTheme, { params: { name: theme.name }, body: { ...values, version, ...logoBody(logo) } })
        }
        onSaved={() => invalidateAreas(client, saveTheme.affects)}
        canEdit={mayEdit}
        lockedReason={theme.customisable ? undefined : t("cannotChange")}
      >
        <TextField name="name" required />
        <FieldRow>
          <ThemeColourField name="primary" />
          <ThemeColourField name="accent" />
        </FieldRow>
        <FieldRow>
          <CheckboxField name="isDark" help={t("isDarkHelp")} />
          <CheckboxField name="isDefault" help={t("isDefaultHelp")} />
        </FieldRow>
        <AvatarField
          name="logo"
          isWhole
          rules={themeLogoRules}
          placeholder={<Palette aria-hidden="true" className="text-muted" />}
          stored={stored}
        />
        <Looks stored={stored} onLook={setLook} />
        {mayEdit && theme.customisable && <RemoveButton theme={theme} />}
      </FormSection>
      {/* Outside of the form, since the previewed views contain forms. */}
      {look && (
        <Suspense fallback={null}>
          <ThemePictures {...look} />
        </Suspense>
      )}
    </>
  );
}

/** Warns about low contrast, and reports the colours to the previews on each input. */
function Looks({ stored, onLook }: { stored: string | undefined; onLook: (look: ThemeLook) => void }) {
  const t = useTranslations("organisation-settings.appearance");
  const { label, stored: read, editing } = useFormContextValue();
  const { control } = useFormContext<Values>();
  const typed = useWatch({ control }) as Values;
  const values = editing ? typed : (read as unknown as Values);
  const picked = useObjectUrl(values.logo);
  const { primary, accent, isDark } = values;
  const logo = values.logo === undefined ? stored : values.logo && picked;
  // While a colour is incomplete, the previous look stays.
  const isReadable = [primary, accent].every((colour) => isHexColour(colour ?? ""));
  useEffect(() => {
    if (isReadable) onLook({ primary, accent, logo });
  }, [isReadable, primary, accent, logo, onLook]);
  if (!isReadable) return null;
  const colours = { primary, accent, isDark };
  const readability = readabilityOf(colours);
  const corrected = chosenColours.filter((name) => readability[name].shown !== colours[name].toLowerCase());
  return (
    <p role="status" className="text-muted text-sm">
      {corrected.length === 0
        ? t("kept")
        : corrected
            .map((name) => {
              const { contrast, needed, shown } = readability[name];
              return t("corrected", { name: label(name), from: colours[name], contrast, needed, to: shown });
            })
            .join(" ")}
    </p>
  );
}

/** After removal the default theme is selected. */
function RemoveButton({ theme }: { theme: Theme }) {
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
    <Button
      size="sm"
      variant="ghost"
      icon={<Trash2 />}
      loading={pending}
      className="self-start"
      onClick={() => ask(theme)}
    >
      {t("remove")}
    </Button>
  );
}
