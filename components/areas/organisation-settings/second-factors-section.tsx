"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { DateField } from "@/components/resource/fields/date-fields";
import { SelectField } from "@/components/resource/fields/select-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { FieldRow } from "@/components/resource/form/fields";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { FormSection } from "@/components/resource/form/form-section";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { type OrganisationSettings, secondFactorPolicyEdit } from "@/lib/contract/organisation-settings";
import { withoutSecondFactor } from "@/lib/contract/overview-filters";
import { secondFactorPolicies } from "@/lib/contract/second-factor-policies";
import { wallClock } from "@/lib/format/zone";

const { secondFactors, saveSecondFactors } = contract["organisation-settings"];

interface Values {
  secondFactorPolicy: OrganisationSettings["secondFactorPolicy"];
  /** A day of the user's time zone; empty without one. */
  secondFactorFrom: string;
}

/** Policy of second factors, with the day on which it starts (AU-11). */
export default function SecondFactorsSection({ settings }: { settings: OrganisationSettings }) {
  const t = useTranslations("organisation-settings.secondFactors");
  const { has } = usePermissions();
  const { timeZone } = useFormat();
  const client = useQueryClient();
  const label = useFieldLabel("organisation-settings");
  const { data: state } = useQuery(queryOf(secondFactors, {}));
  const dayOf = (instant: string) =>
    new Date(wallClock(Date.parse(instant), timeZone)).toISOString().slice(0, 10);
  const mayEdit = has("OrganisationSettingView_EditAction");
  const needsOwn = mayEdit && state?.isOwnSetUp === false;
  return (
    <>
      {needsOwn && <OwnFirst />}
      <FormSection<Values, OrganisationSettings>
        id="second-factors"
        title={t("title")}
        description={t("description")}
        schema={secondFactorPolicyEdit}
        record={settings}
        valuesOf={({ secondFactorPolicy, secondFactorFrom }) => ({
          secondFactorPolicy,
          secondFactorFrom: secondFactorFrom === null ? "" : dayOf(secondFactorFrom),
        })}
        label={label}
        save={({ secondFactorPolicy, secondFactorFrom }, version) => {
          const stored = settings.secondFactorFrom;
          // An unchanged day may be in the past.
          const isSame = stored !== null && dayOf(stored) === secondFactorFrom;
          const from = isSame ? stored : secondFactorFrom;
          return call(saveSecondFactors, { body: { secondFactorPolicy, secondFactorFrom: from, version } });
        }}
        onSaved={() => invalidateAreas(client, saveSecondFactors.affects)}
        canEdit={mayEdit}
        lockedReason={needsOwn && settings.secondFactorPolicy === "optional" ? t("ownTitle") : undefined}
      >
        <PolicyFields state={state} />
      </FormSection>
    </>
  );
}

/** Users need their own second factor before they switch the policy on, to sign in afterwards. */
function OwnFirst() {
  const t = useTranslations("organisation-settings.secondFactors");
  return (
    <Alert
      tone="warning"
      title={t("ownTitle")}
      action={
        <ViewLink to="/my-account?tab=security" className={buttonClass({ size: "sm" })}>
          {t("toAccount")}
        </ViewLink>
      }
    >
      <p className="text-muted">{t("own")}</p>
    </Alert>
  );
}

interface FactorCount {
  people: number;
  withFactor: number;
}

function PolicyFields({ state }: { state: Record<"everybody" | "administrators", FactorCount> | undefined }) {
  const t = useTranslations("organisation-settings.secondFactors");
  const { editing, stored } = useFormContextValue();
  const chosen: Values["secondFactorPolicy"] = useWatch({ name: "secondFactorPolicy" });
  const policy = editing ? chosen : stored.secondFactorPolicy;
  const options = secondFactorPolicies.map((value) => ({ value, label: t(`policies.${value}`) }));
  const meant = state?.[policy === "administrators" ? policy : "everybody"];
  return (
    <>
      <FieldRow>
        <SelectField name="secondFactorPolicy" options={options} />
        {policy !== "optional" && <DateField name="secondFactorFrom" required help={t("fromHelp")} />}
      </FieldRow>
      {policy === "administrators" && <p className="text-muted text-sm">{t("who")}</p>}
      {meant && <Missing {...meant} isFiltered={policy !== "administrators"} />}
    </>
  );
}

/** @param isFiltered whether the list of users can be filtered by exactly these people */
function Missing({ people, withFactor, isFiltered }: FactorCount & { isFiltered: boolean }) {
  const t = useTranslations("organisation-settings.secondFactors");
  const { has } = usePermissions();
  const missing = people - withFactor;
  if (missing <= 0) return <p className="text-sm">{t("everyone", { people })}</p>;
  return (
    <p className="text-sm">
      {t("missing", { missing, people })}{" "}
      {isFiltered && has(["UserView", "UserView_EditAction"]) && (
        <ViewLink to={`/users?filters=${withoutSecondFactor}`} className="text-primary hover:underline">
          {t("showMissing")}
        </ViewLink>
      )}
    </p>
  );
}
