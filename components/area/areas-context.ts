import { createContext, useContext } from "react";
import type { TabQuery } from "@/lib/client/tabs/address";
import type { Area } from "./area";
import type { LazyView } from "./lazy-view";

/** The installed areas, as the page hands them to the shell: neither the shell nor an area imports the list of areas. */
export interface AreaRegistry {
  /** Every area that has views, in the order in which they are offered. */
  areas: readonly Area[];
  /**
   * Loads the code of the view at an address such as `/users/12?tab=roles`; undefined when it is loaded or has failed, because
   * the view itself shows a failure.
   */
  loadView(address: string): Promise<unknown> | undefined;
  /** The views of an address after their code failed to load. */
  failedViews(path: string, query: TabQuery): LazyView[];
}

const none: AreaRegistry = { areas: [], loadView: () => undefined, failedViews: () => [] };
const AreasContext = createContext(none);

export const AreasProvider = AreasContext.Provider;

/** The installed areas and the code of their views. */
export function useAreaRegistry(): AreaRegistry {
  return useContext(AreasContext);
}

/** Every area that has views, for views that show or name several of them. */
export function useAreas(): readonly Area[] {
  return useAreaRegistry().areas;
}
