import { contract } from "../contract";
import { addressOf } from "../contract/address";
import type { PublicConfig } from "./public-config";

/** Name and logos of the organisation; defaults to the product's. */
export function organisationOf({
  appTitle,
  prefix,
  appearance,
}: Pick<PublicConfig, "appTitle" | "prefix" | "appearance">): {
  name: string;
  logo?: string;
  darkLogo?: string;
} {
  const { companyName, logo, darkLogo } = appearance ?? {};
  return {
    name: companyName || appTitle,
    logo: logo ? logoAddress(prefix, logo) : undefined,
    darkLogo: darkLogo ? logoAddress(prefix, darkLogo) : undefined,
  };
}

/** Each logo has a different address, unique across tenants. */
export function logoAddress(prefix: string, logoId: string): string {
  return `${prefix}/api${addressOf(contract["organisation-settings"].logo, { params: { logoId } })}`;
}
