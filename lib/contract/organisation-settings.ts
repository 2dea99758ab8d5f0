import * as z from "zod";
import { avatarRules } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import { email, phoneNumber, postCode, website } from "../validation/rules";
import { requiredText, text } from "../validation/text";
import { avatarChange } from "./avatar";
import { defineArea } from "./endpoint";
import { fileResponse } from "./file";
import { historyEndpoints } from "./history";
import type { PermissionTree } from "./permission-tree";
import { providerGroupEndpoints } from "./provider-groups";
import { givenInstantOrDay, instant, lastUpdate, orAsText, recordVersion, trace } from "./schemas";
import { secondFactorPolicies } from "./second-factor-policies";
import { themeEndpoints } from "./themes";

export const organisationSettingPermissions = {
  view: "OrganisationSettingView",
  place: 80,
  actions: ["EditAction", "HistoryAction"],
  sections: {},
} as const satisfies PermissionTree;

/** Details of an organisation; empty if not given. */
const fields = {
  companyName2: text(200),
  email: email(),
  phoneNumber: phoneNumber(),
  homepage: website(),
  street: text(200),
  zipCode: postCode(),
  city: text(100),
  countryName: text(100),
  state: text(100),
};
type Fields = typeof fields;

/** Names of the text fields, the organisation's name first. */
export const organisationTexts = ["companyName", ...Object.keys(fields)] as readonly (
  | "companyName"
  | keyof Fields
)[];

/** The policy of second factors (AU-11), and its start, null while they are optional. */
const policy = {
  secondFactorPolicy: z.enum(secondFactorPolicies),
  secondFactorFrom: instant.nullable(),
};

export const organisationSettings = z.object({
  companyName: z.string(),
  ...(Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])) as {
    [Name in keyof Fields]: z.ZodString;
  }),
  /** The id of the logo; null without one. */
  avatar: z.string().nullable().default(null),
  // Beyond the specification; other servers omit them.
  secondFactorPolicy: policy.secondFactorPolicy.default("optional"),
  secondFactorFrom: policy.secondFactorFrom.default(null),
  ...trace,
  // Null until first saved.
  createdOn: trace.createdOn.nullable(),
  version: recordVersion,
});
export type OrganisationSettings = z.output<typeof organisationSettings>;

/** Missing fields stay unchanged (FM-10); the name cannot be empty. Also the schema of the form. */
export const organisationSettingsEdit = z.object({
  companyName: requiredText(200),
  ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as {
    [Name in keyof Fields]: z.ZodOptional<Fields[Name]>;
  }),
  version: orAsText(recordVersion).optional(),
  ...avatarChange,
});

/** A day means its beginning in the caller's time zone. Also the schema of the form. */
export const secondFactorPolicyEdit = z
  .object({
    secondFactorPolicy: policy.secondFactorPolicy,
    secondFactorFrom: z
      .union([givenInstantOrDay, z.literal("").transform(() => null)])
      .nullable()
      .default(null),
    version: orAsText(recordVersion).optional(),
  })
  .refine(
    ({ secondFactorPolicy, secondFactorFrom }) =>
      secondFactorPolicy === "optional" || secondFactorFrom !== null,
    {
      path: ["secondFactorFrom"],
      params: { rule: "required" } satisfies RuleParams,
    },
  );

/** Numbers of users who can sign in, and of those with a second factor. */
const factorCount = z.object({ people: z.int(), withFactor: z.int() });

export const secondFactorState = z.object({
  everybody: factorCount,
  administrators: factorCount,
  /** Whether the caller has one: otherwise they cannot require it. */
  isOwnSetUp: z.boolean(),
});

const path = "/organisation-settings";
const { history, historyDetail } = historyEndpoints(
  path,
  "organisationSettingId",
  "OrganisationSettingView_HistoryAction",
);

export const organisationSettingCalls = defineArea("organisation-settings", {
  detail: {
    method: "GET",
    path,
    access: ["OrganisationSettingView"],
    summary: "The organisation's details.",
    response: organisationSettings,
  },
  save: {
    method: "PUT",
    path,
    access: ["OrganisationSettingView", "OrganisationSettingView_EditAction"],
    summary: "Saves the organisation's details; 409 with the stored ones if `version` is outdated.",
    affects: ["organisation-settings"],
    body: organisationSettingsEdit,
    upload: avatarRules,
    response: organisationSettings,
  },
  secondFactors: {
    method: "GET",
    path: `${path}/second-factors`,
    access: ["OrganisationSettingView"],
    summary: "How many people have a second factor, of everybody and of those who may administer.",
    response: secondFactorState,
    capability: "second-factors",
  },
  saveSecondFactors: {
    method: "PUT",
    path: `${path}/second-factors`,
    access: ["OrganisationSettingView", "OrganisationSettingView_EditAction"],
    summary:
      "Saves who needs a second factor, and from when; 409 if the caller has none, or with the stored settings if `version` is outdated.",
    affects: ["organisation-settings", "user"],
    body: secondFactorPolicyEdit,
    response: organisationSettings,
    apiKey: false,
    confirm: true,
    capability: "second-factors",
  },
  lastUpdate: {
    method: "GET",
    path: `${path}/last-update`,
    access: ["OrganisationSettingView"],
    summary: "Who created and who last changed the details, and when.",
    response: lastUpdate.nullable(),
  },
  avatar: {
    method: "GET",
    path: `${path}/avatar/:avatarId`,
    access: "signedIn",
    whileViewing: true,
    summary: "The organisation's logo, at most 256 pixels wide and high.",
    response: fileResponse,
    embeddable: "kept",
    capability: "avatars",
  },
  ...themeEndpoints,
  ...providerGroupEndpoints,
  history,
  historyDetail,
});
