import { contract } from "./contract";
import { addressOf } from "./contract/address";
import type { PublicConfig } from "./public-config";

/** What an organisation is called and by which picture it is known: by the product's, until it says something of itself. */
export function organisationOf({
  appTitle,
  prefix,
  appearance,
}: Pick<PublicConfig, "appTitle" | "prefix" | "appearance">): { name: string; logo?: string } {
  const { companyName, logo } = appearance ?? {};
  return { name: companyName || appTitle, logo: logo ? logoAddress(prefix, logo) : undefined };
}

/** Another logo has another address, and none is another tenant's. */
export function logoAddress(prefix: string, logoId: string): string {
  return `${prefix}/api${addressOf(contract["organisation-settings"].logo, { params: { logoId } })}`;
}
