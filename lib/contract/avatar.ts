import * as z from "zod";
import { avatarRules, upload } from "../validation/files";
import type { Access } from "./endpoint";
import { fileResponse } from "./file";
import { orAsText } from "./schemas";

/** What of a form changes a person's picture; both left out leave it as it is. */
export const avatarChange = {
  avatar: upload(avatarRules).optional(),
  isAvatarDeleted: orAsText(z.boolean()).optional(),
};

/** The call for a picture; its id is another one whenever the picture changes. */
export function avatarEndpoint<const Path extends string, const Grant extends Access>(
  path: Path,
  access: Grant,
) {
  return {
    method: "GET",
    path: `${path}/avatar/:avatarId`,
    access,
    summary: "The picture of a person: a square of at most 256 pixels.",
    response: fileResponse,
    embeddable: "kept",
    capability: "avatars",
  } as const;
}
