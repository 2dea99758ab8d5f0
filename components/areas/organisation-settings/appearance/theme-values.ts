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

/** Addresses of a theme's logos; empty if removed and not yet saved. */
interface LogoAddresses {
  logo?: string;
  darkLogo?: string;
}

/** A theme as edited or stored; colours are undefined while one is incomplete. */
export interface ThemeLook extends LogoAddresses {
  colours?: Pick<Theme, "primary" | "accent" | "isDark">;
}

export function useStoredLogos({ logo, darkLogo }: Theme): LogoAddresses {
  const { prefix } = usePublicConfig();
  const addressOf = (logoId: string | null | undefined) => (logoId ? logoAddress(prefix, logoId) : undefined);
  return { logo: addressOf(logo?.attachmentId), darkLogo: addressOf(darkLogo) };
}

/** The look of the theme in the surrounding form. */
export function useThemeLook(theme: Theme): ThemeLook {
  const storedLogos = useStoredLogos(theme);
  const { stored, editing } = useFormContextValue();
  const { control } = useFormContext<ThemeValues>();
  const typed = useWatch({ control }) as ThemeValues;
  const { primary, accent, isDark, ...logos } = editing ? typed : (stored as unknown as ThemeValues);
  const picked = useObjectUrl(logos.logo);
  const darkPicked = useObjectUrl(logos.darkLogo);
  const shown = (change: AvatarChange, before: string | undefined, url: string | undefined) =>
    change === undefined ? before : change === null ? "" : url;
  return {
    colours: [primary, accent].every((colour) => isHexColour(colour ?? ""))
      ? { primary, accent, isDark }
      : undefined,
    logo: shown(logos.logo, storedLogos.logo, picked),
    darkLogo: shown(logos.darkLogo, storedLogos.darkLogo, darkPicked),
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
