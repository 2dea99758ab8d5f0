import { contract } from "@/lib/contract";
import type { PrefetchCall } from "../prefetch-route";

/** Initial calls of the home page. */
export const homePrefetch: readonly PrefetchCall[] = [{ endpoint: contract.home.overview, input: {} }];
