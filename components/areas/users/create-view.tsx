"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import * as z from "zod";
import { ErrorView } from "@/components/errors/error-view";
import { CreateForm } from "@/components/resource/form/create-form";
import { FieldRow, TextField } from "@/components/resource/form/fields";
import { NewPasswordField } from "@/components/resource/form/new-password-field";
import { useChangeText } from "@/components/resource/history/labels";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Skeleton } from "@/components/ui/skeleton";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { usePublicConfig } from "@/lib/client/public-config";
import { useNavigation } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { newPassword } from "@/lib/contract/passwords";
import { userCreate } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { roleOptionsCall } from "./calls";
import { useUserLabel } from "./labels";
import { useProceed } from "./proceed";
import { initialRoleIds, RolesField } from "./roles-field";

const optional = ["firstName", "lastName", "email"] as const;
/** Empty names are not sent. */
const unnamed = { firstName: "", lastName: "" };

/** Has a password field only with password sign-in; users of a provider are linked at their first sign-in. */
export default function CreateUserView() {
  const t = useTranslations("users");
  const { authMode } = usePublicConfig();
  const isWithoutPassword = useKnownCapability("users-without-password");
  const form = forms[authMode];
  return authMode === "oidc" && isWithoutPassword === false ? (
    <ErrorView status={404} description={t("inviteInstead")} />
  ) : (
    <CreateUser {...form} />
  );
}

const forms = {
  basic: { password: { password: "" }, schema: formToCreate(userCreate.extend({ password: newPassword })) },
  oidc: { password: undefined, schema: formToCreate(userCreate.omit({ password: true })) },
};

function CreateUser({ password, schema }: (typeof forms)[keyof typeof forms]) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const { open } = useNavigation();
  const label = useUserLabel();
  const changeText = useChangeText();
  const proceed = useProceed();
  const { data, error, refetch } = useQuery(queryOf(contract.dictionaries.roles, roleOptionsCall));

  // Waits for the default roles, which are preselected.
  if (error && !data)
    return <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />;
  if (!data)
    return (
      <SectionsColumn>
        <Skeleton className="h-96 w-full rounded-lg" />
      </SectionsColumn>
    );

  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("new")}</h1>
      <CreateForm
        title={t("sections.account")}
        description={t(password ? "createHint" : "createLinkedHint")}
        schema={schema}
        initial={{
          userName: "",
          ...password,
          firstName: "",
          lastName: "",
          email: "",
          roleIds: initialRoleIds(data.list),
        }}
        label={label}
        submitLabel={t("create")}
        create={(body, options) =>
          proceed((isProceed) => call(contract.users.create, { body: { ...body, isProceed } }, options))
        }
        created={(values) =>
          changeText({ type: "UserCreated", subject: userDisplayName({ ...unnamed, ...values }) })
        }
        onCreated={async (id) => {
          open(`/users/${id}`, { mode: "replace" });
          await invalidateAreas(client, contract.users.create.affects);
        }}
      >
        <FieldRow>
          <TextField name="userName" required help={t("help.userName")} />
          {password ? <NewPasswordField help={t("help.password")} /> : email}
        </FieldRow>
        <FieldRow>
          <TextField name="firstName" />
          <TextField name="lastName" />
        </FieldRow>
        {password && email}
        <RolesField roles={data.list} />
      </CreateForm>
    </SectionsColumn>
  );
}

const email = <TextField name="email" type="email" />;

/** The form uses empty strings for fields that the contract omits. */
function formToCreate(schema: z.ZodType) {
  return z.preprocess((given) => {
    const values = { ...(given as Record<string, unknown>) };
    for (const name of optional)
      if (typeof values[name] === "string" && values[name].trim() === "") delete values[name];
    return values;
  }, schema);
}
