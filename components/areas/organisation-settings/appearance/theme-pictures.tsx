"use client";
import { useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { Contrasts } from "@/components/resource/theme/contrasts";
import { usePicturedViews, ViewPicture } from "@/components/shell/view-picture";
import { Segments } from "@/components/ui/segments";
import { useOrganisation } from "@/lib/client/theme/appearance";
import { tokensOf } from "@/lib/theme/palette";

/** Look of a theme while it is being edited. */
export interface ThemeLook {
  primary: string;
  accent: string;
  /** Address of the logo; undefined for the organisation's, null for none. */
  logo?: string | null;
}

/** Previews of the product in the edited colours, light and dark side by side (OR-02, PR-03). */
export default function ThemePictures({ primary, accent, logo }: ThemeLook) {
  const t = useTranslations();
  const organisation = useOrganisation();
  const views = usePicturedViews();
  const [chosen, setChosen] = useState<string>();
  const shown = views.find(({ path }) => path === chosen) ?? views[0];
  const forms = useMemo(
    () =>
      ([false, true] as const).map((isDark) => ({ isDark, tokens: tokensOf({ primary, accent, isDark }) })),
    [primary, accent],
  );
  const id = useId();
  if (!shown) return null;
  return (
    <SectionCard
      title={t("organisation-settings.appearance.preview")}
      titleId={`${id}-title`}
      description={t("organisation-settings.appearance.previewHint")}
    >
      <Segments
        label={t("organisation-settings.appearance.previewOf")}
        choices={views.map(({ path, label }) => ({ value: path, label }))}
        value={shown.path}
        onChange={setChosen}
        className="mb-4"
      />
      <div className="grid grid-cols-1 gap-4 @2xl:grid-cols-2">
        {forms.map(({ isDark, tokens }) => {
          const part = `${id}-${isDark ? "dark" : "light"}`;
          return (
            <figure
              key={part}
              aria-labelledby={part}
              aria-describedby={`${part}-what`}
              className="flex min-w-0 flex-col gap-3"
            >
              <figcaption className="text-sm">
                <span id={part} className="font-medium">
                  {t(`organisation-settings.appearance.${isDark ? "dark" : "light"}`)}
                </span>
                <span id={`${part}-what`} className="sr-only">
                  {t("organisation-settings.appearance.pictureOf", { view: shown.label })}
                </span>
              </figcaption>
              <ViewPicture
                key={shown.path}
                path={shown.path}
                tokens={tokens}
                isDark={isDark}
                name={organisation.name}
                logo={logo === undefined ? organisation.logo : (logo ?? undefined)}
              />
              <Contrasts tokens={tokens} />
            </figure>
          );
        })}
      </div>
    </SectionCard>
  );
}
