import { createContext, useContext } from "react";
import type { Area } from "./area";

// The registry knows every area, so that areas cannot import it: what they need of it reaches them this way.
const AreasContext = createContext<readonly Area[]>([]);

export const AreasProvider = AreasContext.Provider;

/** Every area that has views, for what shows or names several of them. */
export function useAreas(): readonly Area[] {
  return useContext(AreasContext);
}
