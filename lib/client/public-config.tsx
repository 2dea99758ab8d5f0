"use client";

import { createContext, type ReactNode, use } from "react";
import type { PublicConfig } from "../installation/public-config";

const PublicConfigContext = createContext<PublicConfig | undefined>(undefined);

export function PublicConfigProvider({ config, children }: { config: PublicConfig; children: ReactNode }) {
  return <PublicConfigContext value={config}>{children}</PublicConfigContext>;
}

/** @throws {Error} outside a {@link PublicConfigProvider} */
export function usePublicConfig(): PublicConfig {
  const config = use(PublicConfigContext);
  if (!config) throw new Error("PublicConfigProvider is missing");
  return config;
}
