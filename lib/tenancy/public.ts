import type { WebConfig } from "../config";
import { languages } from "../preferences/preferences";
import type { PublicConfig } from "../public-config";
import { version } from "../version";
import type { Place } from "./place";

/** What of the configuration goes to the browser. */
export function publicConfig(config: WebConfig, { prefix, tenant }: Place): PublicConfig {
  const { appTitle, productUrl, hubUrl, basePath, authMode, attachmentActions, initialShortcuts } = config;
  return {
    appTitle,
    productUrl,
    hubUrl,
    basePath,
    tenant,
    prefix,
    multiTenancy: config.tenantPattern !== undefined,
    authMode,
    attachmentActions,
    initialShortcuts,
    version,
    languages,
  };
}
