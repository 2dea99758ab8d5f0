import { contract } from "../../lib/contract";
import type { SearchProvider } from "./provider";

/**
 * Collections that an installation adds to those of the areas (CF-04); docs/extending.md explains the one that is here as an
 * example.
 */
export const extraProviders: readonly SearchProvider[] = [
  {
    collection: "invitations",
    list: contract.invitations.list,
    read: ({ invitationId, email, createdBy }) => ({
      id: invitationId,
      name: email,
      hint: createdBy,
      address: "/users?invitations=open",
    }),
  },
];
