"use client";
import { Moon, Sun, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AvatarField } from "@/components/resource/fields/avatar-field";
import { FieldRow } from "@/components/resource/form/fields";
import { type Theme, themeLogoRules } from "@/lib/contract/themes";
import type { PicturedLook } from "./theme-pictures";
import { useStoredLogos } from "./theme-values";
import { useLogoVisible } from "./use-logo-visible";

interface ThemeLogosProps extends PicturedLook {
  theme: Theme;
}

/**
 * Logos for light and dark bars, each on the colour of its bar; warns about those that are hard to see there. The second is
 * offered once there is a first.
 */
export function ThemeLogos({ theme, tokens, logo, darkLogo }: ThemeLogosProps) {
  const t = useTranslations("organisation-settings.appearance");
  const stored = useStoredLogos(theme);
  const { light, dark } = tokens;
  const isVisibleOnLight = useLogoVisible(logo, light.surface);
  const isVisibleOnDark = useLogoVisible(darkLogo || logo, dark.surface);
  return (
    <FieldRow>
      <Bar warning={!isVisibleOnLight && t("hardOnLight")}>
        <AvatarField
          name="logo"
          isWhole
          rules={themeLogoRules}
          background={light.surface}
          placeholder={<Sun aria-hidden="true" style={{ color: light.muted }} />}
          stored={stored.logo}
        />
      </Bar>
      {(logo || darkLogo) && (
        <Bar warning={!isVisibleOnDark && t(darkLogo ? "hardOnDark" : "needsDarkLogo")}>
          <AvatarField
            name="darkLogo"
            isWhole
            rules={themeLogoRules}
            background={dark.surface}
            placeholder={<Moon aria-hidden="true" style={{ color: dark.muted }} />}
            stored={stored.darkLogo}
          />
        </Bar>
      )}
    </FieldRow>
  );
}

function Bar({ warning, children }: { warning: string | false; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {children}
      <p role="status" className="text-sm text-warning empty:hidden">
        {warning && (
          <span className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {warning}
          </span>
        )}
      </p>
    </div>
  );
}
