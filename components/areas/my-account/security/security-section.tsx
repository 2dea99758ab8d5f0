"use client";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import IdentityProvidersSection from "../identity-providers/identity-providers-section";
import PasswordSection from "../password/password-section";
import SecondFactorsSection from "../second-factors/second-factors-section";

/** What the user signs in with: password and second factors, with password sign-in only, and identity providers. */
export default function SecuritySection() {
  const { authMode } = usePublicConfig();
  const hasSecondFactors = useCapability("second-factors");
  const isBasic = authMode === "basic";
  return (
    <>
      {isBasic && <PasswordSection />}
      {isBasic && hasSecondFactors && <SecondFactorsSection />}
      <IdentityProvidersSection />
    </>
  );
}
