/** Who needs a second factor (AU-11), from the weakest policy to the strictest. */
export const secondFactorPolicies = ["optional", "administrators", "everybody"] as const;
