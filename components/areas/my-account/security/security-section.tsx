"use client";
import { useCapability } from "@/lib/client/api/capabilities";
import PasswordSection from "../password/password-section";
import SecondFactorsSection from "../second-factors/second-factors-section";

/** What the user signs in with, unless an identity provider does that. */
export default function SecuritySection() {
  const hasSecondFactors = useCapability("second-factors");
  return (
    <>
      <PasswordSection />
      {hasSecondFactors && <SecondFactorsSection />}
    </>
  );
}
