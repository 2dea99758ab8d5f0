import * as z from "zod";
import { defineArea } from "./endpoint";
import { nothing } from "./schemas";

/**
 * Basic sign-in (AU-02). The access token of later requests, `Authorization: Basic …`, is base64 of `userName:secret`, with
 * the secret returned by `signIn`.
 */
export const auth = defineArea("auth", {
  signIn: {
    method: "GET",
    path: "/auth",
    access: "public",
    writes: true,
    summary: "Exchanges username and password, sent as Basic authorization, for a secret.",
    affects: [],
    response: z.string(),
    browser: false,
  },
  signOut: {
    method: "DELETE",
    path: "/auth",
    access: "signedIn",
    whileViewing: "asOneself",
    summary: "Revokes the secret that the request is authorised with.",
    affects: [],
    response: nothing,
    browser: false,
    apiKey: false,
    capability: "sign-out",
  },
});
