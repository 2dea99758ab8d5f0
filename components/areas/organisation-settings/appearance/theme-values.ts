"use client";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { AvatarChange } from "@/components/resource/fields/avatar-change";
import { useObjectUrl } from "@/components/resource/fields/avatar-field";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { usePublicConfig } from "@/lib/client/public-config";
import { previewTheme } from "@/lib/client/theme/preview";
import type { Theme } from "@/lib/contract/themes";
import { logoAddress } from "@/lib/installation/organisation";
import { isHexColour } from "@/lib/theme/oklch";

export interface ThemeValues extends Pick<Theme, "name" | "primary" | "accent" | "isDark" | "isDefault"> {
  logo: AvatarChange;
  darkLogo: AvatarChange;
}

// The form contains logos only if changed.
export const themeValuesOf = ({ name, primary, accent, isDark, isDefault }: Theme): ThemeValues => ({
  name,
  primary,
  accent,
  isDark,
  isDefault,
  logo: undefined,
  darkLogo: undefined,
});

/** A theme as edited or stored, with the addresses of its logos; colours are undefined while one is incomplete. */
export interface ThemeLook {
  colours?: Pick<Theme, "primary" | "accent" | "isDark">;
  logo?: string;
  darkLogo?: string;
}

/** The look of the theme in the surrounding form. */
export function useThemeLook(theme: Theme): ThemeLook {
  const { prefix } = usePublicConfig();
  const { stored, editing } = useFormContextValue();
  const { control } = useFormContext<ThemeValues>();
  const typed = useWatch({ control }) as ThemeValues;
  const { primary, accent, isDark, ...logos } = editing ? typed : (stored as unknown as ThemeValues);
  const addressOf = (logoId: string | null | undefined) => (logoId ? logoAddress(prefix, logoId) : undefined);
  const picked = useObjectUrl(logos.logo);
  const darkPicked = useObjectUrl(logos.darkLogo);
  const shown = (change: AvatarChange, logoId: string | null | undefined, url: string | undefined) =>
    change === undefined ? addressOf(logoId) : (change ?? undefined) && url;
  return {
    colours: [primary, accent].every((colour) => isHexColour(colour ?? ""))
      ? { primary, accent, isDark }
      : undefined,
    logo: shown(logos.logo, theme.logo?.attachmentId, picked),
    darkLogo: shown(logos.darkLogo, theme.darkLogo, darkPicked),
  };
}

/** While the theme is edited, the frame of this window shows it; not while another tab is in front. */
export function useFramePreview({ colours, logo, darkLogo }: ThemeLook): void {
  const { editing } = useFormContextValue();
  const { primary, accent, isDark } = colours ?? {};
  useEffect(() => {
    // While a colour is incomplete, the previous look stays.
    if (editing && primary && accent)
      previewTheme({ primary, accent, isDark: isDark === true, logo, darkLogo });
  }, [editing, primary, accent, isDark, logo, darkLogo]);
  useEffect(() => {
    if (editing) return () => previewTheme(undefined);
  }, [editing]);
}
