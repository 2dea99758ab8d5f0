import manifest from "../../../package.json";
import type { Appearance } from "../../contract/themes";
import type { PublicConfig } from "../../installation/public-config";
import { languages } from "../../preferences/preferences";
import type { WebConfig } from "../config/config";
import type { TenantLocation } from "./tenant-location";

/** The part of the configuration that is sent to the browser. */
export function publicConfig(
  config: WebConfig,
  { prefix, tenant }: TenantLocation,
  appearance: Appearance | undefined,
): PublicConfig {
  const { appTitle, productUrl, hubUrl, basePath, authMode, initialShortcuts } = config;
  const { attachmentActions, attachmentMegabytes } = config;
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
    attachmentMegabytes,
    initialShortcuts,
    version: manifest.version,
    languages,
    appearance,
  };
}
