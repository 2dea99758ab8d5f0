import { lazyPart } from "@/components/loading/lazy-part";

/** Most lists have no filters; an address with filters waits for this code (registry.ts). */
export const FilterChips = lazyPart(() => import("./filter-chips"));
