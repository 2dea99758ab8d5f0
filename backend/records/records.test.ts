import { beforeAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { faultyFields, personWith, unique, unknownId } from "../testing/factories";
import { followed, makeParts, partRecords, partRoutes } from "../testing/parts";

type Values = Record<string, unknown>;

const url = "/spare-parts";
const given = {
  partName: "Bolt",
  partCode: "b-1",
  size: 3,
  weight: 1.5,
  isActive: false,
  since: "2026-03-01",
  builtOn: "2026-02-28",
  checkedOn: "2026-03-01T09:30:00.000Z",
  state: "closed",
  note: "<p>Keep <strong>dry</strong></p>",
};

describeApi(
  "records that are declared once",
  (api) => {
    const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, as?: string) =>
      api.request(`${url}${path}`, { method, as: as ?? api.administrator, body });
    const make = async (values: Values = {}) => {
      const response = await send("POST", "", { partName: unique("p"), weight: 1, ...values });
      expect(response.status, response.text).toBe(200);
      return response.body as string;
    };
    beforeAll(() => makeParts(api));

    test("[PM-02] anonymous users are refused, and others need the permission", async () => {
      const id = await make();
      const calls = [
        ["GET", ""],
        ["GET", "/last-update"],
        ["GET", `/${id}`],
        ["GET", `/${id}/last-update`],
        ["POST", "/export", { columns: [{ dataField: "partName" }] }],
        ["POST", "", { partName: unique("p"), weight: 1 }],
        ["PUT", `/${id}`, { partName: unique("p"), weight: 1 }],
        ["GET", "/history"],
        ["GET", `/${id}/history`],
        ["DELETE", `?partIds=${id}`],
      ] as const;
      for (const [method, path] of calls)
        expect((await api.request(`${url}${path}`, { method })).status).toBe(401);
      const nothing = await personWith(api, []);
      const reader = await personWith(api, ["RoleView"]);
      for (const [at, [method, path, body]] of calls.entries()) {
        expect([path, (await send(method, path, body, nothing.as)).status]).toEqual([path, 403]);
        const { status } = await send(method, path, body, reader.as);
        expect([path, status]).toEqual([path, at < 5 ? 200 : 403]);
      }
    });

    test("[OR-03] records of another tenant are not found", async () => {
      const tenantId = await ensureTenant(api.connection, unique("t"));
      const theirs = await inTenant(api.connection, tenantId, undefined, async (db) => {
        const { rows } = await db.execute<{ id: string }>(
          sql`insert into spare_parts (part_name, weight, built_on) values ('theirs', 1, '2026-01-01') returning part_id as id`,
        );
        return rows[0]?.id;
      });
      for (const path of [`/${theirs}`, `/${theirs}/history`])
        expect((await send("GET", path)).status).toBe(404);
      expect((await send("PUT", `/${theirs}`, { partName: "x", weight: 1 })).status).toBe(404);
      expect((await send("DELETE", `?partIds=${theirs}`)).status).toBe(404);
      expect((await send("GET", "?phrase=theirs")).body.totalCount).toBe(0);
    });

    test("a record has the given values, with defaults for the rest", async () => {
      const partName = unique("p");
      const id = await make({ ...given, partName });
      const { body } = await send("GET", `/${id}`);
      expect(body).toMatchObject({ ...given, partId: id, partName, double: 3, batch: "", version: 1 });
      const row = (await send("GET", `?phrase=${partName}`)).body.list[0];
      const { note: _, ...listed } = given;
      expect(row).toMatchObject({ ...listed, partName, double: 3 });
      expect(Object.keys(row).sort()).toEqual(Object.keys(partRecords.row.shape).sort());
      const bare = await send("GET", `/${await make()}`);
      expect(bare.body).toMatchObject({
        ...{ partCode: "", size: null, isActive: true, since: null, builtOn: "2020-02-29" },
        ...{ checkedOn: null, state: "open", note: "" },
      });
      const update = (await send("GET", "/last-update")).body;
      expect(update.createdOn).toBe(bare.body.createdOn);
    });

    test("[FM-03] an invalid value is refused on its column", async () => {
      const broken: [string, unknown[]][] = [
        ["partName", [undefined, "", " ", "x".repeat(21), 5]],
        ["partCode", ["x".repeat(11), 5]],
        ["size", [0, 6, 1.5, "3"]],
        ["weight", [undefined, null, -1, "1", 1.005, 1e-7]],
        ["isActive", ["yes"]],
        ["since", ["2026-02-30", "2026-3-1", "2026-03-01T00:00:00Z", 5]],
        ["builtOn", ["", "1999-12-31", "2026-13-01"]],
        ["checkedOn", ["2026-03-01", "now"]],
        ["state", ["gone", ""]],
        ["note", [5, "x".repeat(50_001), "\u0000", "\ud83d"]],
      ];
      for (const [name, values] of broken)
        for (const value of values) {
          const response = await send("POST", "", { ...given, partName: unique("p"), [name]: value });
          expect([name, value, response.status, faultyFields(response.body)]).toEqual([
            name,
            value,
            400,
            [name],
          ]);
        }
      // Null selects the default.
      const none = { partCode: null, size: null, isActive: null, builtOn: null, since: "", checkedOn: "" };
      const emptied = await make({ ...given, partName: unique("p"), ...none });
      expect((await send("GET", `/${emptied}`)).body).toMatchObject({
        partCode: "",
        size: null,
        isActive: true,
        builtOn: "2020-02-29",
        since: null,
        checkedOn: null,
      });
      const ignored = await make({ double: 99, batch: "mine", partId: unknownId });
      expect((await send("GET", `/${ignored}`)).body).toMatchObject({
        double: 2,
        batch: "",
        partId: ignored,
      });
    });

    test("[FM-10] [FM-09] a save changes only the given fields, and refuses a stale version", async () => {
      const partName = unique("p");
      const id = await make({ ...given, partName });
      const saved = await send("PUT", `/${id}`, { partName, weight: 2, version: 1 });
      expect(saved.body).toMatchObject({ ...given, partName, weight: 2, double: 4, version: 2 });
      for (const missing of ["partName", "weight"]) {
        const { [missing]: _, ...rest }: Values = { partName, weight: 2 };
        const response = await send("PUT", `/${id}`, rest);
        expect([response.status, faultyFields(response.body)]).toEqual([400, [missing]]);
      }
      const nothing = await send("PUT", `/${id}`, { partName, weight: 3, isActive: null });
      expect([nothing.status, faultyFields(nothing.body)]).toEqual([400, ["isActive"]]);
      const stale = await send("PUT", `/${id}`, { partName, weight: 3, version: 1 });
      expect([stale.status, stale.body.code, stale.body.current]).toEqual([409, "stale", saved.body]);
      const cleared = { size: null, since: "", checkedOn: null, note: "", partCode: "" };
      expect((await send("PUT", `/${id}`, { partName, weight: 2, ...cleared })).body).toMatchObject({
        ...cleared,
        since: null,
        isActive: false,
        version: 3,
      });
    });

    test("[FM-04] no two active records share a unique value, in any case", async () => {
      const partName = unique("Once");
      const id = await make({ partName });
      for (const response of [
        await send("POST", "", { partName: partName.toUpperCase(), weight: 1 }),
        await send("PUT", `/${await make()}`, { partName: partName.toLowerCase(), weight: 1 }),
      ])
        expect([response.status, faultyFields(response.body)]).toEqual([400, ["partName"]]);
      expect((await send("PUT", `/${id}`, { partName, weight: 5 })).status).toBe(200);
      await send("DELETE", `?partIds=${id}`);
      await make({ partName });
    });

    test("[FM-07] rich text is sanitized when created and when saved", async () => {
      const harmful = '<p onclick="x">a</p><script>b</script><a href="javascript:c">d</a>';
      const safe = "<p>a</p><a>d</a>";
      const partName = unique("p");
      const id = await make({ partName, note: harmful });
      expect((await send("GET", `/${id}`)).body.note).toBe(safe);
      const saved = await send("PUT", `/${id}`, { partName, weight: 1, note: `${harmful}<p>e</p>` });
      expect(saved.body.note).toBe(`${safe}<p>e</p>`);
    });

    test("an area's own rules refuse a change before it is made", async () => {
      expect((await send("POST", "", { partName: unique("refused"), weight: 1 })).status).toBe(403);
      const partName = unique("locked");
      const locked = await make({ partName });
      expect((await send("PUT", `/${locked}`, { partName, weight: 1, version: 7 })).status).toBe(403);
      const [kept, other] = [await make({ partName: unique("kept") }), await make()];
      expect((await send("DELETE", `?partIds=${kept}&partIds=${other}`)).status).toBe(403);
      expect((await send("GET", `/${other}`)).status).toBe(200);
    });

    test("side effects of saving happen with every way to save, and are rolled back with it", async () => {
      const partName = unique("p");
      const id = await make({ partName });
      await send("PUT", `/${id}`, { partName, weight: 2.25 });
      const values = { partIds: [id], values: { weight: 3 } };
      await api.request(url, { method: "PATCH", as: api.administrator, body: values });
      const { list } = (await send("GET", `/${id}/history`)).body;
      const [created] = list.filter(({ type }: { type: string }) => type === "PartCreated");
      const restored = await send("POST", `/${id}/history/PartCreated/${created.id}/restore`);
      expect(restored.status, restored.text).toBe(200);
      expect(followed.filter(({ partId }) => partId === id)).toEqual([
        { partId: id, before: undefined, weight: 1 },
        { partId: id, before: 1, weight: 2.25 },
        { partId: id, before: 2.25, weight: 3 },
        { partId: id, before: 3, weight: 1 },
      ]);
      const undone = unique("undone");
      expect((await send("POST", "", { partName: undone, weight: 1 })).status).toBe(403);
      expect((await send("PUT", `/${id}`, { partName: undone, weight: 1 })).status).toBe(403);
      expect((await send("GET", `?phrase=${undone}`)).body.totalCount).toBe(0);
    });

    test("[HI-01] records are archived all or none, and their history has every change", async () => {
      const partName = unique("p");
      const id = await make({ ...given, partName });
      const renamed = unique("p");
      await send("PUT", `/${id}`, { partName: renamed, weight: 1.5, since: "2026-03-02" });
      expect((await send("DELETE", `?partIds=${id}&partIds=${unknownId}`)).status).toBe(404);
      expect((await send("DELETE", `?partIds=${id}`)).status).toBe(204);
      expect((await send("GET", `/${id}`)).status).toBe(404);
      const { list } = (await send("GET", `/${id}/history`)).body;
      expect(list.map(({ type }: { type: string }) => type)).toEqual([
        "PartDeleted",
        "PartUpdated",
        "PartCreated",
      ]);
      const change = await send("GET", `/${id}/history/PartUpdated/${list[1].id}`);
      expect(change.body).toMatchObject({
        previous: { partName, since: "2026-03-01", size: 3, weight: 1.5, note: given.note },
        current: { partName: renamed, since: "2026-03-02" },
      });
    });

    test("[BE-01] a repeated request with one key creates one record", async () => {
      const body = { partName: unique("p"), weight: 1 };
      const headers = { "idempotency-key": unique("key") };
      const once = () => api.request(url, { method: "POST", as: api.administrator, body, headers });
      expect((await once()).body).toBe((await once()).body);
    });
  },
  {},
  partRoutes,
);
