"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { contract } from "../../contract";
import type { Appearance } from "../../contract/themes";
import { organisationOf } from "../../organisation";
import { themeOf } from "../../theme/theme";
import { queryKeyOf, queryOf } from "../api/query";
import { useTopic } from "../live/news";
import { usePublicConfig } from "../public-config";
import { isSameValue } from "../same-value";
import { useTheme } from "./theme-provider";

const call = contract["organisation-settings"].appearance;
export const appearanceKey = queryKeyOf(call, {});

/** What the organisation looks like now: as the page was made, or as somebody has changed it since. */
function useAppearance(): Appearance | undefined {
  const { appearance } = usePublicConfig();
  const { data } = useQuery({
    ...queryOf(call, {}),
    initialData: appearance,
    // A server that said nothing of it when the page was made is not asked later.
    enabled: appearance !== undefined,
    // Who comes back to a window sees what was changed meanwhile, whatever has told of it.
    refetchOnWindowFocus: "always",
    meta: { silent: true },
  });
  return data;
}

/** The organisation's name and the address of its logo, as the shell shows them. */
export function useOrganisation() {
  const { appTitle, prefix } = usePublicConfig();
  return organisationOf({ appTitle, prefix, appearance: useAppearance() });
}

/**
 * Has this window wear what the organisation wears, as soon as that changes: by a save here, in another window of this
 * browser, or by whatever else has {@link appearanceKey} asked anew. Once per workspace.
 */
export function useLiveAppearance(): void {
  const { prefix } = usePublicConfig();
  const appearance = useAppearance();
  const client = useQueryClient();
  const { follow } = useTheme();
  const worn = useRef(appearance);
  /** What another window has told is not told again. */
  const heard = useRef<Appearance>(undefined);
  const channel = useRef<BroadcastChannel>(undefined);
  useTopic("theme", () => client.invalidateQueries({ queryKey: appearanceKey }));

  useEffect(() => {
    const windows = new BroadcastChannel(`hub.appearance${prefix}`);
    channel.current = windows;
    windows.addEventListener("message", ({ data }: MessageEvent<Appearance>) => {
      heard.current = data;
      client.setQueryData(appearanceKey, data);
    });
    return () => windows.close();
  }, [client, prefix]);

  useEffect(() => {
    if (!appearance || isSameValue(appearance, worn.current)) return;
    worn.current = appearance;
    if (!isSameValue(appearance, heard.current)) channel.current?.postMessage(appearance);
    // Computed of two colours, which takes code that no page needs at first.
    import("./apply-theme").then(
      ({ applyTheme }) => {
        if (worn.current !== appearance) return;
        applyTheme(appearance.theme);
        follow(themeOf(appearance));
      },
      // Without a connection, which the shell says: the next page has the colours.
      () => undefined,
    );
  }, [appearance, follow]);
}
