import * as z from "zod";
import { capabilities, defineArea } from "./endpoint";

export const settings = defineArea("settings", {
  version: {
    method: "GET",
    path: "/settings/version",
    access: "signedIn",
    summary: "The server's version and what it offers beyond the specified calls.",
    response: z.object({ version: z.string(), capabilities: z.array(z.string()).default([]) }),
  },
});

export const offeredCapabilities: readonly string[] = capabilities;
