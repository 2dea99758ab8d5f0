/** Policies of second factors (AU-11), from the weakest to the strictest. */
export const secondFactorPolicies = ["optional", "administrators", "everybody"] as const;
