import { createContext, useContext } from "react";
import type { Area } from "./area";

// The registry imports every area, so areas cannot import it; this context provides it to them.
const AreasContext = createContext<readonly Area[]>([]);

export const AreasProvider = AreasContext.Provider;

/** All areas with views. */
export function useAreas(): readonly Area[] {
  return useContext(AreasContext);
}
