import { lazyPart } from "@/components/shell/lazy-part";

/** Most lists are looked at as they are; an address with filters waits for them (registry.ts). */
export const FilterChips = lazyPart(() => import("./filter-chips"));
