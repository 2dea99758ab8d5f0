import { expect, test } from "vitest";
import * as z from "zod";
import { allEndpoints, contract } from "../../lib/contract";
import { attributeOptions } from "../../lib/contract/attributes";
import type { Endpoint, EndpointDeclaration } from "../../lib/contract/endpoint";
import { sampleOf } from "../conformance/sample";
import { describeApi, type TestApi } from "../testing/api";
import { makeRole, personWith, unique } from "../testing/factories";

type Values = Record<string, unknown>;

interface Edited {
  save: EndpointDeclaration;
  /** Creates a record; returns the address at which it is read and saved. */
  make: (api: TestApi) => Promise<{ url: string; as: string }>;
  /** Extracts the record from the response. */
  read?: (body: Values) => Values;
}

interface Refusal {
  errors?: readonly { propertyName: string }[];
  rules?: readonly { rule: string }[];
}

/** Body fields that are not fields of the record. */
const beside = {
  version: true,
  avatar: true,
  isAvatarDeleted: true,
  file: true,
  logo: true,
  deleteLogo: true,
  darkLogo: true,
  deleteDarkLogo: true,
  // A name is read-only, and fields that cannot be customised are not saved.
  name: true,
  customisable: true,
  // Parts of an attribute's format.
  ...Object.fromEntries(Object.keys(attributeOptions).map((name) => [name, true as const])),
};

/** The fields that a save accepts. */
function fieldsOf({ body }: EndpointDeclaration): z.ZodObject {
  const schema = body as z.ZodObject;
  const present = Object.keys(beside).filter((name) => name in schema.shape);
  return schema.omit(Object.fromEntries(present.map((name) => [name, true])) as never);
}

/** Every field with a value that differs from a new record's. */
function changed(save: EndpointDeclaration, before: Values): Values {
  const fields = fieldsOf(save);
  const sample = sampleOf(fields.required() as never, () => undefined, unique("s")) as Values;
  const described = z.toJSONSchema(fields, { io: "input", unrepresentable: "any" }).properties ?? {};
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => {
      const options = (described[name] as { enum?: unknown[] }).enum;
      if (options) return [name, options.find((option) => option !== before[name])];
      return [name, typeof value === "boolean" ? !before[name] : value];
    }),
  );
}

function created(create: EndpointDeclaration, path: string) {
  return async (api: TestApi) => {
    const roleId = await makeRole(api);
    const given = new Map([
      ["roleIds", roleId],
      ["password", unique("a long secret ")],
    ]);
    const body = sampleOf(create.body as z.ZodType, (name) => {
      const value = given.get(name);
      return value === undefined ? undefined : [value];
    });
    const response = await api.request(`/main${create.path}`, {
      method: "POST",
      as: api.administrator,
      body,
    });
    expect(response.status).toBe(200);
    return { url: `/main${path}/${response.body}`, as: api.administrator };
  };
}

const areas: Readonly<Record<string, Partial<Record<string, Endpoint>>>> = contract;

/** Areas with records that can be created and saved. */
const ofRecords = Object.entries(areas).flatMap(([area, { create, save }]): [string, Edited][] =>
  create && save ? [[area, { save, make: created(create, save.path.replace(/\/:\w+$/, "")) }]] : [],
);

const edits: Record<string, Edited> = {
  ...Object.fromEntries(ofRecords),
  user: {
    save: contract.user.save,
    make: async (api) => ({ url: "/main/user", as: (await personWith(api, [])).as }),
    read: ({ profile }) => profile as Values,
  },
  reports: {
    save: contract.reports.save,
    make: async (api) => {
      const { body } = await api.request("/main/reports", { as: api.administrator });
      return { url: `/main/reports/${body.list[0].reportId}`, as: api.administrator };
    },
  },
  "organisation-settings": {
    save: contract["organisation-settings"].save,
    make: async (api) => ({ url: "/main/organisation-settings", as: api.administrator }),
  },
  themes: {
    save: contract["organisation-settings"].saveTheme,
    make: async (api) => {
      const url = `/main/organisation-settings/theme/${unique("Theme ")}`;
      expect((await api.request(url, { method: "PUT", as: api.administrator, body: {} })).status).toBe(200);
      return { url, as: api.administrator };
    },
  },
};

/**
 * Calls that replace a whole value or only add to it: fields that they omit stay untouched. An area's additional call
 * belongs here, or among `edits` if it saves form input.
 */
const noRecords = [
  "auth.addFirstPasskey",
  "auth.confirmFirstTotp",
  "organisation-settings.saveSecondFactors",
  "users.addRoles",
  "users.setPassword",
  "attachment-status.move",
  "attributes.saveAssignment",
  "notifications.mute",
  "imports.saveColumns",
  "roles.addUsers",
  "roles.savePermissions",
  "tenants.addUsers",
  "tenants.setUserPassword",
  "user.addPasskey",
  "user.confirm",
  "user.confirmTotp",
  "user.initActions",
  "user.makePasskey",
  "user.makeTotp",
  "user.renamePasskey",
  "user.renewRecoveryCodes",
  "user.savePassword",
  "user.saveSettings",
];

/** Common to all areas that have them; attribute values are replaced as a whole, attachments only added. */
const ofAllRecords = ["bulkSave", "saveAttribute", "saveAttributes", "addAttachments"];

test("[FM-10] every call that edits records is tried", () => {
  expect(Object.keys(edits)).toEqual(expect.arrayContaining(["roles", "tenants", "user", "users"]));
  // Bulk calls are covered by the calls they consist of, and leave omitted fields alone too.
  const editing = allEndpoints.filter(
    ({ name, method, body }) => body && ["PUT", "PATCH"].includes(method) && !ofAllRecords.includes(name),
  );
  const tried = Object.values(edits).map(({ save }) => save);
  const named = editing.filter((endpoint) => !tried.includes(endpoint));
  expect(named.map(({ area, name }) => `${area}.${name}`).sort()).toEqual(noRecords.sort());
});

test.each(Object.entries(edits))("[FM-10] no field of %s has a value when it is left out", (_, { save }) => {
  for (const [name, field] of Object.entries((save.body as z.ZodObject).shape)) {
    const left = (field as z.ZodType).safeParse(undefined);
    expect([name, left.data]).toEqual([name, undefined]);
  }
});

/** Ids that do not exist, which made-up ids cause. */
function unknownIn({ errors = [], rules = [] }: Refusal): string[] {
  return errors.flatMap(({ propertyName }, index) =>
    rules[index]?.rule === "unknown" ? [propertyName] : [],
  );
}

/** No field, each one, every pair, and all except each one, since some fields depend on each other. */
function partsOf(names: readonly string[]): string[][] {
  const but = (left: string) => names.filter((name) => name !== left);
  const pairs = names.flatMap((name, index) => names.slice(index + 1).map((other) => [name, other]));
  return [[], ...names.map((name) => [name]), ...pairs, ...names.map(but)];
}

describeApi(
  "edits",
  (api) => {
    test.each(Object.entries(edits))(
      "[FM-10] a save of %s keeps or refuses omitted fields",
      async (_, { save, make, read = (body) => body }) => {
        const { url, as } = await make(api);
        const stored = async () => read((await api.request(url, { as })).body);
        const put = (body: Values) => api.request(url, { method: "PUT", as, body });
        const given = changed(save, await stored());
        const made = unknownIn((await put(given)).body);
        const all = Object.fromEntries(Object.entries(given).filter(([name]) => !made.includes(name)));
        const { status, body: answer } = await put(all);
        expect([status, answer.errors]).toEqual([200, undefined]);
        const names = Object.keys(all);
        expect(await stored()).toMatchObject(all);
        for (const kept of partsOf(names)) {
          const response = await put(Object.fromEntries(kept.map((name) => [name, all[name]])));
          const refused = (response.body.errors ?? []).map(
            ({ propertyName }: { propertyName: string }) => propertyName,
          );
          if (response.status !== 200) {
            expect([kept, response.status]).toEqual([kept, 400]);
            expect(refused.filter((name: string) => kept.includes(name))).toEqual([]);
          }
          expect(await stored()).toMatchObject(all);
        }
      },
    );
  },
  { multiTenancy: true },
);
