import * as z from "zod";
import { avatarRules, upload } from "../validation/files";
import type { Access } from "./endpoint";
import { fileResponse } from "./file";
import { orAsText } from "./schemas";

/** Fields of a form that change a user's picture; without both it stays unchanged. */
export const avatarChange = {
  avatar: upload(avatarRules).optional(),
  isAvatarDeleted: orAsText(z.boolean()).optional(),
};

/** The call for a picture; each new picture has a new id. */
export function avatarEndpoint<const Path extends string, const Grant extends Access>(
  path: Path,
  access: Grant,
) {
  return {
    method: "GET",
    path: `${path}/avatar/:avatarId`,
    access,
    summary: "The image of a person: a square of at most 256 pixels.",
    response: fileResponse,
    embeddable: "kept",
    capability: "avatars",
  } as const;
}
