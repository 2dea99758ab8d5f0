import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";
import { instant, nothing } from "./schemas";

/** An external sign-in of a user, instead of our password. */
export const identityProviderLink = z.object({
  /** `microsoft`, `google` or `apple`, or another provider's name. */
  identityProvider: z.string(),
  /** The user's name at the provider. */
  userName: z.string(),
  /** Beyond the specification. */
  linkedOn: instant.optional(),
  lastUsedOn: instant.nullish(),
});
export type IdentityProviderLink = z.output<typeof identityProviderLink>;

/** The identity providers of the signed-in user (HO-04); signing in creates links. */
export const identityProviderEndpoints = {
  identityProviders: {
    method: "GET",
    path: "/user/identity-providers",
    access: "signedIn",
    summary: "The identity providers that the signed-in user is linked to.",
    response: z.array(identityProviderLink),
  },
  removeIdentityProvider: {
    method: "DELETE",
    path: "/user/identity-providers",
    access: "signedIn",
    summary: "Removes the link to one identity provider; 409 for the last one.",
    affects: ["user"],
    query: z.object({ identityProvider: z.string().min(1).max(255) }),
    response: nothing,
    apiKey: false,
  },
} as const satisfies Record<string, EndpointDeclaration>;
