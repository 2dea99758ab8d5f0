"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { Contrasts } from "@/components/resource/theme/contrasts";
import { usePicturedViews, ViewPicture } from "@/components/shell/view-picture";
import { Segments } from "@/components/ui/segments";
import { useShownOrganisation } from "@/lib/client/theme/appearance";
import type { ColourTokens } from "@/lib/theme/palette";
import type { ThemeLook } from "./theme-values";

/** Look of a theme while it is being edited. */
export interface PicturedLook extends Pick<ThemeLook, "logo" | "darkLogo"> {
  tokens: Record<"light" | "dark", ColourTokens>;
}

/** Previews of the product in the edited colours, light and dark side by side (OR-02, PR-03). */
export default function ThemePictures({ tokens, logo, darkLogo }: PicturedLook) {
  const t = useTranslations();
  const organisation = useShownOrganisation();
  const views = usePicturedViews();
  const [chosen, setChosen] = useState<string>();
  const shown = views.find(({ path }) => path === chosen) ?? views[0];
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
        {(["light", "dark"] as const).map((mode) => {
          const part = `${id}-${mode}`;
          return (
            <figure
              key={part}
              aria-labelledby={part}
              aria-describedby={`${part}-what`}
              className="flex min-w-0 flex-col gap-3"
            >
              <figcaption className="text-sm">
                <span id={part} className="font-medium">
                  {t(`organisation-settings.appearance.${mode}`)}
                </span>
                <span id={`${part}-what`} className="sr-only">
                  {t("organisation-settings.appearance.pictureOf", { view: shown.label })}
                </span>
              </figcaption>
              <ViewPicture
                key={shown.path}
                path={shown.path}
                tokens={tokens[mode]}
                isDark={mode === "dark"}
                name={organisation.name}
                logo={(mode === "dark" && darkLogo) || (logo ?? organisation.logo)}
              />
              <Contrasts tokens={tokens[mode]} />
            </figure>
          );
        })}
      </div>
    </SectionCard>
  );
}
