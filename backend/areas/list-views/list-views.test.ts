import { expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  unique,
} from "../../testing/factories";

const look = {
  query: "sortBy=email&filters=lastName:is:x",
  layout: {
    hidden: ["email"],
    shown: [],
    order: ["createdOn", "lastName"],
    pinned: ["createdOn"],
    widths: { createdOn: 240 },
  },
  density: "compact",
};

describeApi(
  "saved views of lists",
  (api) => {
    const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, as: string, body?: unknown) =>
      api.request(`/main/list-views${path}`, { method, as, body });
    const make = (as: string, given: object = {}) =>
      call("POST", "", as, { list: "users.list", viewName: unique("View "), ...look, ...given });
    const namesFor = async (as: string, list = "users.list") =>
      (await call("GET", `?list=${list}`, as)).body.map(({ viewName }: { viewName: string }) => viewName);

    test("[TL-07] views require signing in, and private ones are private", async () => {
      expect((await api.request("/main/list-views?list=users.list")).status).toBe(401);
      const [one, other] = await Promise.all([personWith(api, ["UserView"]), personWith(api, ["UserView"])]);
      const viewName = unique("Mine ");
      const { status, body: id } = await make(one.as, { viewName });
      expect(status).toBe(200);
      expect(await namesFor(one.as)).toEqual([viewName]);
      for (const as of [other.as, api.administrator]) {
        expect(await namesFor(as)).not.toContain(viewName);
        expect((await call("GET", `/${id}`, as)).status).toBe(404);
        expect((await call("PUT", `/${id}`, as, { viewName: "Taken over" })).status).toBe(404);
        expect((await call("DELETE", `?listViewIds=${id}`, as)).status).toBe(404);
      }
      expect((await call("GET", `/${id}`, one.as)).body).toMatchObject({
        ...look,
        viewName,
        audience: "mine",
        roleId: null,
        mayEdit: true,
      });
      expect((await call("DELETE", `?listViewIds=${id}`, one.as)).status).toBe(204);
      expect(await namesFor(one.as)).toEqual([]);
    });

    test("[TL-07] [PM-02] a view of an unknown or hidden list is refused and not listed", async () => {
      const [seeing, blind] = await Promise.all([
        personWith(api, ["RoleView"]),
        personWith(api, ["UserView"]),
      ]);
      const { body: id } = await make(api.administrator, { list: "roles.list", audience: "everyone" });
      expect((await call("GET", `/${id}`, seeing.as)).status).toBe(200);
      expect((await call("GET", `/${id}`, blind.as)).status).toBe(404);
      expect((await call("GET", "?list=roles.list", blind.as)).status).toBe(403);
      expect((await make(blind.as, { list: "roles.list" })).status).toBe(403);
      for (const list of ["made.up", "roles.save", "roles"])
        for (const refused of [await make(blind.as, { list }), await call("GET", `?list=${list}`, blind.as)])
          expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["list"]]);
    });

    test("[TL-07] sharing requires changing roles; a role's views are for its users while it exists", async () => {
      const roleId = await makeRole(api);
      const weak = await personWith(api, ["UserView", "RoleView"], { roleIds: [roleId] });
      const outside = await personWith(api, ["UserView"]);
      expect((await make(weak.as, { audience: "everyone" })).status).toBe(403);
      expect((await make(weak.as, { audience: "role", roleId })).status).toBe(403);
      const [ofRole, ofAll] = [unique("Role's "), unique("All's ")];
      const { body: id } = await make(api.administrator, { viewName: ofRole, audience: "role", roleId });
      await make(api.administrator, { viewName: ofAll, audience: "everyone" });
      expect(await namesFor(weak.as)).toEqual([ofRole, ofAll]);
      expect(await namesFor(outside.as)).toEqual([ofAll]);
      expect((await call("GET", `/${id}`, weak.as)).body).toMatchObject({ mayEdit: false, roleId });
      expect((await call("PUT", `/${id}`, weak.as, { viewName: "Mine now" })).status).toBe(403);
      expect((await call("DELETE", `?listViewIds=${id}`, weak.as)).status).toBe(403);
      expect((await call("PUT", `/${id}`, outside.as, { viewName: "x" })).status).toBe(404);
      await api.request(`/main/roles?roleIds=${roleId}`, { method: "DELETE", as: api.administrator });
      expect(await namesFor(weak.as)).toEqual([ofAll]);
    });

    test("[TL-07] names are unique, roles must exist, and changes need the current version", async () => {
      const { as } = await personWith(api, ["UserView", "RoleView", "RoleView_EditAction"]);
      const viewName = unique("Twice ");
      const { body: id } = await make(as, { viewName });
      const again = await make(as, { viewName: viewName.toUpperCase() });
      expect([again.status, faultyFields(again.body)]).toEqual([400, ["viewName"]]);
      // The same name is allowed in another list, or for another user.
      expect((await make(as, { viewName, list: "roles.list" })).status).toBe(200);
      expect((await make((await personWith(api, ["UserView"])).as, { viewName })).status).toBe(200);
      for (const roleId of [undefined, "no id", (await makeUser(api)).userId])
        expect(faultyFields((await make(as, { audience: "role", roleId })).body)).toEqual(["roleId"]);
      expect(faultyFields((await make(as, { viewName: " " })).body)).toEqual(["viewName"]);
      const saved = await call("PUT", `/${id}`, as, { density: "standard", version: 1 });
      expect(saved.body).toMatchObject({ ...look, viewName, density: "standard", version: 2 });
      const late = await call("PUT", `/${id}`, as, { density: "compact", version: 1 });
      expect([late.status, late.body.current]).toMatchObject([409, { density: "standard" }]);
    });

    test("[TL-07] the number of views is limited, per list and in total", async () => {
      const { as, userId } = await personWith(api, ["UserView", "UserView_RoleSection"]);
      for (let at = 0; at < 100; at++) expect((await make(as)).status).toBe(200);
      const { status, body } = await make(as);
      expect([status, body.code]).toEqual([409, "tooManyListViews"]);
      expect(body.message).toContain("100");
      expect((await make(as, { list: "users.roles" })).status).toBe(200);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`
          insert into list_views (tenant_id, owner_id, list, view_name, audience, query, layout, density)
          select tenant_id, owner_id, 'made.up.' || n, view_name, audience, query, layout, density
          from list_views, generate_series(1, 1899) n where owner_id = ${userId} and list = 'users.roles'`),
      );
      expect((await make(as, { list: "users.roles" })).body.code).toBe("tooManyListViews");
    });

    test("[HI-01] [TL-07] the history has changes to shared views, but not to private ones", async () => {
      const [shared, own] = [unique("Shared "), unique("Own ")];
      const { body: id } = await make(api.administrator, { viewName: shared, audience: "everyone" });
      await make(api.administrator, { viewName: own });
      await call("PUT", `/${id}`, api.administrator, { density: "standard" });
      expect((await call("DELETE", `?listViewIds=${id}`, api.administrator)).status).toBe(204);
      const told = async (phrase: string) =>
        (await api.request(`/main/audit?phrase=${phrase}`, { as: api.administrator })).body.list.map(
          ({ type }: { type: string }) => type,
        );
      expect(await told(shared)).toEqual(["ListViewDeleted", "ListViewUpdated", "ListViewCreated"]);
      expect(await told(own)).toEqual([]);
    });

    test("[HI-02] [PM-02] the history shows a shared view's filters only to users who may see its list", async () => {
      const viewName = unique("Filtered ");
      const query = "filters=email%3Acontains%3Asecret";
      await make(api.administrator, { viewName, audience: "everyone", query });
      const { as } = await personWith(api, ["RoleView", "RoleView_HistoryAction"]);
      const told = async (reader: string) => {
        const { body } = await api.request(`/main/audit?phrase=${viewName}`, { as: reader });
        const found = await api.request(`/main/audit/${body.list[0].id}`, { as: reader });
        return [found.status, found.body.current.viewName, found.body.current.query];
      };
      expect(await told(api.administrator)).toEqual([200, viewName, query]);
      expect(await told(as)).toEqual([200, viewName, undefined]);
    });

    test("[OR-03] [TL-07] another tenant's views are invisible", async () => {
      const tenant = unique("elsewhere");
      const { as } = await makeAdministratorOf(api, tenant);
      const { body: id } = await make(api.administrator, { audience: "everyone" });
      expect((await api.request(`/${tenant}/list-views?list=users.list`, { as })).body).toEqual([]);
      expect((await api.request(`/${tenant}/list-views/${id}`, { as })).status).toBe(404);
    });
  },
  { multiTenancy: true },
);
