"use client";
import { useCallback } from "react";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";

/**
 * The address that is given to others for a share's key: its page, where they download by a click of their own. Previews of messages fetch
 * whatever link stands in them, and would use up a share whose downloads are numbered (AM-03). A server without pages gives out the file itself.
 */
export function useShareAddress(): (shareKey: string) => string {
  const { prefix } = usePublicConfig();
  const hasPages = useKnownCapability("share-pages") !== false;
  return useCallback(
    (shareKey) => {
      const { download } = contract.downloads;
      const path = hasPages
        ? `${download.page}/${encodeURIComponent(shareKey)}`
        : `/api${addressOf(download, { params: { shareKey } })}`;
      return `${window.location.origin}${prefix}${path}`;
    },
    [prefix, hasPages],
  );
}
