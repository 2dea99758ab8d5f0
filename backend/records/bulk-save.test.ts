import { beforeAll, expect, test } from "vitest";
import { allEndpoints } from "../../lib/contract";
import type { BulkSaveResult } from "../../lib/contract/bulk-save";
import { describeApi } from "../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  unique,
  unknownId,
} from "../testing/factories";
import { makeParts, partRoutes } from "../testing/parts";

const saved = ({ results }: { results: BulkSaveResult[] }) => results.map(({ isSaved }) => isSaved);

test("[TL-08] areas with common fields offer the same bulk change", () => {
  const areas = allEndpoints.filter(({ name }) => name === "bulkSave").map(({ area }) => area);
  // An area that saves with more than its rules has to do so in bulk too, see `saveEach`. Generated areas are included
  // automatically.
  const ours = ["attachment-status", "attachments", "roles", "tenants", "users"];
  expect(areas.filter((area) => ours.includes(area)).toSorted()).toEqual(ours);
});

describeApi(
  "several records at once",
  (api) => {
    const url = "/spare-parts";
    const make = async (values: object = {}): Promise<string> =>
      (
        await api.request(url, {
          method: "POST",
          as: api.administrator,
          body: { partName: unique("p"), weight: 1, ...values },
        })
      ).body;
    const read = async (id: string) => (await api.request(`${url}/${id}`, { as: api.administrator })).body;
    const save = (body: unknown, as = api.administrator) => api.request(url, { method: "PATCH", as, body });
    beforeAll(() => makeParts(api));

    test("[PM-02] [TL-08] bulk changes require the permission for a single change", async () => {
      const partIds = [await make()];
      const body = { partIds, values: { size: 5 } };
      expect((await api.request(url, { method: "PATCH", body })).status).toBe(401);
      const reader = await personWith(api, ["RoleView"]);
      expect((await save(body, reader.as)).status).toBe(403);
    });

    test("[TL-08] only the given fields change in each record, with a trace", async () => {
      const partIds = await Promise.all([make({ size: 1 }), make({ size: 2, state: "closed" })]);
      const { status, body } = await save({ partIds, values: { size: 4, since: "2026-03-01" } });
      expect([status, saved(body)]).toEqual([200, [true, true]]);
      expect(body.results.map(({ recordId }: BulkSaveResult) => recordId)).toEqual(partIds);
      const [first, second] = await Promise.all(partIds.map(read));
      expect(first).toMatchObject({ size: 4, since: "2026-03-01", state: "open", version: 2 });
      expect(second).toMatchObject({ size: 4, since: "2026-03-01", state: "closed", version: 2 });
      for (const id of partIds) {
        const history = await api.request(`${url}/${id}/history`, { as: api.administrator });
        expect(history.body.list[0]).toMatchObject({ type: "PartUpdated", fields: ["size", "since"] });
      }
    });

    test("[TL-08] a refused record leaves the others saved and reports the reason", async () => {
      const [good, gone] = await Promise.all([make(), make()]);
      await api.request(`${url}?partIds=${gone}`, { method: "DELETE", as: api.administrator });
      const partIds = [gone, good, unknownId, "no id", good?.toUpperCase()];
      const { status, body } = await save({ partIds, values: { size: 5 } });
      expect([status, saved(body)]).toEqual([200, [false, true, false, false, true]]);
      for (const at of [0, 2, 3])
        expect(body.results[at].error).toMatchObject({ status: 404, code: "notFound" });
      expect(await read(good as string)).toMatchObject({ size: 5, version: 2 });
    });

    test("[TL-08] empty changes, too many records and invalid values are refused as a whole", async () => {
      const partIds = [await make()];
      const refused = async (body: unknown) => {
        const response = await save(body);
        expect(response.status).toBe(400);
        return faultyFields(response.body);
      };
      expect(await refused({ partIds, values: {} })).toEqual(["values.partCode"]);
      // No two may have the same name.
      expect(await refused({ partIds, values: { partName: "Same" } })).toEqual(["values.partCode"]);
      expect(await refused({ partIds, values: { size: "x" } })).toEqual(["values.size"]);
      expect(await refused({ partIds: [], values: { size: 1 } })).toEqual(["partIds"]);
      expect(await refused({ partIds: Array(101).fill(partIds[0]), values: { size: 1 } })).toEqual([
        "partIds",
      ]);
      expect(await read(partIds[0] as string)).toMatchObject({ version: 1 });
    });
  },
  {},
  partRoutes,
);

describeApi(
  "several records of areas at once",
  (api) => {
    const save = (path: string, body: unknown, as = api.administrator) =>
      api.request(`/main${path}`, { method: "PATCH", as, body });

    test("[TL-08] each record must satisfy its area's own rules", async () => {
      const roleId = await makeRole(api, { permissions: ["TenantView"] });
      const weak = await makeRole(api);
      const { body: list } = await api.request("/main/roles?pageLimit=-1", { as: api.administrator });
      const builtIn = list.list.find(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn).roleId;
      const editor = await personWith(api, ["RoleView", "RoleView_EditAction"]);
      const body = { roleIds: [builtIn, roleId, weak], values: { isDefault: true } };
      const response = await save("/roles", body, editor.as);
      expect(saved(response.body)).toEqual([false, false, true]);
      expect(response.body.results.map(({ error }: BulkSaveResult) => error?.status)).toEqual([
        403,
        403,
        undefined,
      ]);
      expect(response.body.results[0].error.message).toBeTruthy();
    });

    test("[TL-08] of several users only those eligible for roles get them", async () => {
      const [{ userId: one }, { userId: other }] = await Promise.all([makeUser(api), makeUser(api)]);
      const roleId = await makeRole(api);
      const userIds = [one, unknownId, other];
      const { body } = await save("/users", { userIds, values: { roleIds: [roleId] } });
      expect(saved(body)).toEqual([true, false, true]);
      const users = await api.request(`/main/roles/${roleId}/users`, { as: api.administrator });
      expect(users.body.list.map(({ userId }: { userId: string }) => userId).toSorted()).toEqual(
        [one, other].toSorted(),
      );
    });

    test("[TL-08] records of another tenant are treated as missing", async () => {
      const tenant = unique("theirs");
      const theirs = await makeAdministratorOf(api, tenant);
      const roleId = await makeRole(api);
      const response = await api.request(`/${tenant}/roles`, {
        method: "PATCH",
        as: theirs.as,
        body: { roleIds: [roleId], values: { isDefault: true } },
      });
      expect(response.body.results).toMatchObject([{ isSaved: false, error: { status: 404 } }]);
      expect((await api.request(`/main/roles/${roleId}`, { as: api.administrator })).body.isDefault).toBe(
        false,
      );
    });
  },
  { multiTenancy: true },
);
