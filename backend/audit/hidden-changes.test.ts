import { Workbook } from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { changesSeenWith, historiesSeenWith } from "../../lib/contract/history";
import type { PermissionName } from "../../lib/contract/permissions";
import { areaTexts } from "../core/area-texts";
import { sql } from "../database/sql";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith, personWithout, unique } from "../testing/factories";

/** Shown by the records themselves, or only by the history. */
const shownByHistory = [
  "UserPasswordChanged",
  "UserSecondFactorAdded",
  "UserSecondFactorRemoved",
  "UserSecondFactorsReset",
  "UserPasskeyRenamed",
  "UserRecoveryCodeUsed",
  "UserSessionsEnded",
  "UserIdentityProviderLinked",
  "UserIdentityProviderRemoved",
  "UserSignedIn",
  "UserSignInFailed",
  "UserViewingBegun",
  "UserViewingEnded",
  "UserAvatarChanged",
  "ProviderGroupAdded",
  "ProviderGroupRemoved",
];

test("[HI-03] [PM-02] every type of change declares the permissions to see it", () => {
  const types = Object.keys(areaTexts.en.changes);
  const other = types.filter(
    (type) => !/(?:Created|Updated|Deleted|Restored)$/.test(type) || changesSeenWith.has(type),
  );
  expect(other.toSorted()).toEqual([...changesSeenWith.keys(), ...shownByHistory].toSorted());
});

test("[HI-02] [PM-02] a history requires the permission to see the records", () => {
  for (const [collection, needed] of historiesSeenWith)
    expect([collection, needed]).toEqual([
      collection,
      expect.arrayContaining([String(needed[0]).replace("_HistoryAction", "")]),
    ]);
});

const collections: readonly (readonly [prefix: string, collection: string])[] = [
  ["Attachment", "attachments"],
  ["Attribute", "attributes"],
  ["Report", "reports"],
  ["Role", "roles"],
  ["User", "users"],
];
const placeOf = (type: string) => collections.find(([prefix]) => type.startsWith(prefix)) ?? ["", ""];
const collectionOf = (type: string) => placeOf(type)[1];

describeApi("changes that sections hide", (api) => {
  const records: Record<string, string> = {};
  const get = (url: string, as: string) => api.request(url, { as });

  beforeAll(async () => {
    const administrator = { as: api.administrator } as const;
    records.users = (await makeUser(api)).userId;
    records.roles = await makeRole(api);
    records.reports = (await get("/reports", api.administrator)).body.list[0].reportId;
    for (const [collection, body] of [
      ["attachments", { fileName: "a", url: "https://example.com/" }],
      ["attributes", { attributeName: unique("a"), attributeTypeId: "String" }],
    ] as const)
      records[collection] = (
        await api.request(`/${collection}`, { method: "POST", ...administrator, body })
      ).body;
  });

  /** Inserts an entry as the triggers do; returns its id. */
  async function record(type: string): Promise<string> {
    const tenantId = await ensureTenant(api.connection, "main");
    return api.connection.transaction("owner", async (db) => {
      const { rows } = await db.execute<{ id: string }>(sql`
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        values (${tenantId}::uuid, ${collectionOf(type)}, ${records[collectionOf(type)]}::uuid, 'Told', ${type}, '{}', '{"a":"secret"}')
        returning history_id as id`);
      return (rows[0] as { id: string }).id;
    });
  }

  /** The places that show a change to a user. */
  async function placesOf(type: string, id: string, as: string): Promise<string[]> {
    const collection = collectionOf(type);
    const list = [`/${collection}/history`, `/${collection}/${records[collection]}/history`];
    const lists = [...list, "/audit"].map((url) => `${url}?pageLimit=100`);
    const details = [...list.map((url) => `${url}/${type}/${id}`), `/audit/${id}`];
    const shown = await Promise.all([
      ...lists.map(async (url) => (await get(url, as)).text.includes(id)),
      ...details.map(async (url) => (await get(url, as)).status !== 404),
      get("/home", as).then(({ body }) => JSON.stringify(body.changes ?? []).includes(id)),
    ]);
    return [...lists, ...details, "/home"].filter((_, index) => shown[index]);
  }

  const withoutCounterpart = ["RoleUserAdded", "RoleUserRemoved", "UserApiKeyUsed"];

  test.each([...changesSeenWith])("[HI-03] [PM-02] %s is only shown with %j", async (type, needed) => {
    const id = await record(type);
    const view = `${placeOf(type)[0]}View`;
    const history = [view, `${view}_HistoryAction`, ...needed] as PermissionName[];
    const { as } = await personWith(api, history);
    // The home page omits some, or shows them from the other side.
    const places = await placesOf(type, id, as);
    expect(places.filter((place) => place !== "/home")).toHaveLength(6);
    if (!withoutCounterpart.includes(type)) expect(places).toContain("/home");
    for (const lacking of needed as PermissionName[]) {
      const others = await personWithout(api, lacking);
      const isRefused = lacking === view;
      const shown = await placesOf(type, id, others.as);
      expect([lacking, shown.filter((place) => !isRefused || !/history\//.test(place))]).toEqual([
        lacking,
        [],
      ]);
    }
  });

  test("[HI-03] [PM-02] earlier states omit hidden sections", async () => {
    const administrator = { as: api.administrator, method: "PUT" } as const;
    const roleId = await makeRole(api);
    await api.request(`/roles/${roleId}/permissions`, {
      ...administrator,
      body: [{ permissionId: "UserView" }],
    });
    await api.request(`/roles/${roleId}`, { ...administrator, body: { roleName: unique("Later ") } });
    const asOf = async (as: string) => {
      const { body } = await get(`/roles/${roleId}/history`, as);
      const [{ id, type }] = body.list;
      expect(type).toBe("RoleUpdated");
      return JSON.stringify((await get(`/roles/${roleId}/history/${type}/${id}`, as)).body.asOf);
    };
    expect(await asOf(api.administrator)).toContain("UserView");
    const { as } = await personWithout(api, "RoleView_PermissionSection");
    expect(await asOf(as)).not.toContain("UserView");
  });

  test("[HI-03] [PM-02] the export of all changes omits hidden sections", async () => {
    const exported = async (as: string) => {
      const body = { columns: [{ dataField: "type" }] };
      const file = await api.app.inject({
        method: "POST",
        url: "/audit/export",
        headers: { authorization: as },
        payload: body,
      });
      expect(file.statusCode).toBe(200);
      const workbook = new Workbook();
      await workbook.xlsx.load(file.rawPayload as unknown as ArrayBuffer);
      return JSON.stringify(workbook.worksheets[0]?.getSheetValues());
    };
    await record("RolePermissionsChanged");
    const name = areaTexts.en.changes.RolePermissionsChanged;
    expect(await exported(api.administrator)).toContain(name);
    expect(await exported((await personWithout(api, "RoleView_PermissionSection")).as)).not.toContain(name);
  });

  test("[HI-02] [PM-02] the history permission alone shows nothing", async () => {
    const { as } = await personWith(api, ["RoleView_HistoryAction"]);
    for (const url of ["/roles/history", `/roles/${records.roles}/history`, "/roles/deleted"])
      expect([url, (await get(url, as)).status]).toEqual([url, 403]);
    expect((await get("/audit", as)).body).toMatchObject({ list: [], totalCount: 0 });
    expect((await get("/home", as)).body).not.toHaveProperty("changes");
    const exported = { method: "POST", as, body: { columns: [{ dataField: "type" }] } } as const;
    expect((await api.request("/audit/export", exported)).status).toBe(200);
  });
});
