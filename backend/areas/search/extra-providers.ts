import { contract } from "../../../lib/contract";
import type { SearchProvider } from "./provider";

/** Collections that an installation adds to those of the areas (CF-04); see docs/extending.md for the example below. */
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
