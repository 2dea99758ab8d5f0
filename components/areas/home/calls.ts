import { contract } from "@/lib/contract";
import type { PrefetchCall } from "../prefetch-route";

/** What the home page asks for first. */
export const homePrefetch: readonly PrefetchCall[] = [{ endpoint: contract.home.overview, input: {} }];
