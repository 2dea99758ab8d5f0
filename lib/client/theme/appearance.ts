"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { contract } from "../../contract";
import type { Appearance } from "../../contract/themes";
import { organisationOf } from "../../installation/organisation";
import { themeOf } from "../../theme/theme";
import { queryKeyOf, queryOf } from "../api/query";
import { useTopic } from "../live/news";
import { usePublicConfig } from "../public-config";
import { isSameValue } from "../same-value";
import { usePreviewedName, usePreviewedTheme } from "./preview";
import { useTheme } from "./theme-provider";

const call = contract["organisation-settings"].appearance;
export const appearanceKey = queryKeyOf(call, {});

/** The organisation's current appearance: as rendered, or as changed since. */
function useAppearance(): Appearance | undefined {
  const { appearance } = usePublicConfig();
  const { data } = useQuery({
    ...queryOf(call, {}),
    initialData: appearance,
    // A server without an appearance at first render is not asked later.
    enabled: appearance !== undefined,
    // Refreshes a refocused window, even if it missed a notification.
    refetchOnWindowFocus: "always",
    meta: { silent: true },
  });
  return data;
}

/** The organisation's name and logo addresses as the frame shows them: those being edited, or as stored. */
export function useShownOrganisation() {
  const { appTitle, prefix } = usePublicConfig();
  const stored = organisationOf({ appTitle, prefix, appearance: useAppearance() });
  const name = usePreviewedName() || stored.name;
  const previewed = usePreviewedTheme();
  if (!previewed) return { ...stored, name };
  return { name, logo: previewed.logo ?? stored.logo, darkLogo: previewed.darkLogo };
}

/**
 * Applies changes of the organisation's appearance to this window: from a save here, another window, or any invalidation of
 * {@link appearanceKey}; and a theme that is being edited. Used once per workspace.
 */
export function useLiveAppearance(): void {
  const { prefix } = usePublicConfig();
  const appearance = useAppearance();
  const client = useQueryClient();
  const { follow } = useTheme();
  const previewed = usePreviewedTheme();
  const theme = previewed ?? appearance?.theme ?? null;
  const applied = useRef(theme);
  const announced = useRef(appearance);
  /** Changes received from another window are not announced again. */
  const received = useRef<Appearance>(undefined);
  const channel = useRef<BroadcastChannel>(undefined);
  useTopic("theme", () => client.invalidateQueries({ queryKey: appearanceKey }));

  useEffect(() => {
    const windows = new BroadcastChannel(`hub.appearance${prefix}`);
    channel.current = windows;
    windows.addEventListener("message", ({ data }: MessageEvent<Appearance>) => {
      received.current = data;
      client.setQueryData(appearanceKey, data);
    });
    return () => windows.close();
  }, [client, prefix]);

  useEffect(() => {
    if (!appearance || isSameValue(appearance, announced.current)) return;
    announced.current = appearance;
    if (!isSameValue(appearance, received.current)) channel.current?.postMessage(appearance);
  }, [appearance]);

  useEffect(() => {
    if (isSameValue(theme, applied.current)) return;
    applied.current = theme;
    // Loaded lazily: no page needs the computation of colours at first.
    import("./apply-theme").then(
      ({ applyTheme }) => {
        if (applied.current !== theme) return;
        applyTheme(theme);
        follow(themeOf({ theme }));
      },
      // Without a connection, which the shell reports, the next page shows the colours.
      () => undefined,
    );
  }, [theme, follow]);
}
