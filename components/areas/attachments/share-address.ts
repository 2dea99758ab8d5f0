"use client";
import { useCallback } from "react";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";

/**
 * Public address of a share: its page, where visitors download by clicking. Message previews fetch links, and would use up a
 * share with a download limit (AM-03). A server without pages returns the file itself.
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
