import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { UserRow } from "../../lib/contract/users";
import { startOfDay } from "../core/start-of-day";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { faultyFields, makeRole, makeUser, personWith, unique } from "../testing/factories";

const texts = ["lastName", "firstName", "userName", "email", "createdBy"] as const;
const timeZones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia"];
const days = ["2026-02-28", "2026-03-01", "2026-03-28", "2026-03-29", "2026-03-30"];

/** The result of fold() for the letters used here. */
const fold = (text: string) =>
  text.replace(/ß/g, "ss").replace(/[Łł]/g, "l").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const textTests: Record<string, (text: string, value: string) => boolean> = {
  contains: (text, value) => fold(text).includes(fold(value)),
  notContains: (text, value) => !fold(text).includes(fold(value)),
  equals: (text, value) => fold(text) === fold(value),
  notEquals: (text, value) => fold(text) !== fold(value),
  startsWith: (text, value) => fold(text).startsWith(fold(value)),
  empty: (text) => text === "",
  notEmpty: (text) => text !== "",
};

/** The calendar day of an instant in a time zone. */
const dayOf = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(instant));

interface Condition {
  text: string;
  holds: (row: UserRow, timeZone: string) => boolean;
}

const textCondition: fc.Arbitrary<Condition> = fc
  .record({
    column: fc.constantFrom(...texts),
    operator: fc.constantFrom("contains", "notContains", "equals", "notEquals", "startsWith"),
    value: fc.constantFrom(
      "a",
      "ana",
      "MULLER",
      "mü",
      "%",
      "_",
      "a_b",
      "\\",
      "b,c;d",
      "example.com",
      "o'b",
      "system",
      "str",
    ),
  })
  .map(({ column, operator, value }) => ({
    text: `${column}:${operator}:${value.replace(/[\\;,]/g, "\\$&")}`,
    holds: (row) => textTests[operator]?.(row[column], value) ?? false,
  }));

const emptyCondition: fc.Arbitrary<Condition> = fc
  .record({
    column: fc.constantFrom("email", "firstName", "lastLoginDate" as const),
    operator: fc.constantFrom("empty", "notEmpty"),
  })
  .map(({ column, operator }) => ({
    text: `${column}:${operator}`,
    holds: (row) => ((row[column as "email"] ?? "") === "") === (operator === "empty"),
  }));

const dateCondition: fc.Arbitrary<Condition> = fc
  .record({
    column: fc.constantFrom("lastLoginDate" as const, "createdOn" as const),
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
    operator: fc.constantFrom("between", "from", "until"),
  })
  .map(({ column, operator, ...ends }) => {
    const [from, to] = [ends.from, ends.to].sort() as [string, string];
    return {
      text: `${column}:${operator}:${operator === "between" ? `${from},${to}` : operator === "from" ? from : to}`,
      holds: (row, timeZone) => {
        const instant = row[column];
        if (instant === null) return false;
        const day = dayOf(instant, timeZone);
        return (operator === "until" || day >= from) && (operator === "from" || day <= to);
      },
    };
  });

describeApi("filters", (api) => {
  const list = (query: Record<string, string | number>, options: { as?: string; timeZone?: string } = {}) =>
    api.request(
      `/users?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      {
        as: "as" in options ? options.as : api.administrator,
        headers: options.timeZone ? { timezone: options.timeZone } : {},
      },
    );

  beforeAll(async () => {
    const people = fc.sample(
      fc.record({
        firstName: fc.constantFrom("", "Ana", "ana maria", "Łukasz", "Zoë", "%", "a_b", "back\\slash"),
        lastName: fc.constantFrom("", "Müller", "muller", "Strauß", "O'Brien", "b,c;d"),
        email: fc.constantFrom("", "a@example.com", "B@example.com"),
        seen: fc.option(fc.constantFrom(...days)),
        hour: fc.integer({ min: 0, max: 23 }),
      }),
      { numRuns: 80, seed: 11 },
    );
    for (const { seen, hour, ...given } of people) {
      const { userId } = await makeUser(api, given);
      const at = `${seen ?? days[1]}T${String(hour).padStart(2, "0")}:30:00Z`;
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update users set created_on = ${at}::timestamptz,
          last_login_on = ${seen ? at : null}::timestamptz where user_id = ${userId}`),
      );
    }
  });

  test("[TL-04] a filter gives no access to a list or to another tenant's records", async () => {
    expect((await list({ filters: "email:notEmpty" }, { as: undefined })).status).toBe(401);
    const stranger = await personWith(api, []);
    expect((await list({ filters: "email:notEmpty" }, { as: stranger.as })).status).toBe(403);
    const name = unique("elsewhere");
    await makeUser(api, { tenant: "acme", userName: name, lastName: name });
    for (const filters of [`userName:equals:${name}`, `lastName:contains:${name}`])
      expect((await list({ filters })).body).toEqual({ list: [], totalCount: 0 });
  });

  test("[TL-04] filters agree with a full scan, with phrase, sort, pages and time zone", async () => {
    const { body: all } = await list({ pageLimit: -1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(textCondition, emptyCondition, dateCondition), { minLength: 1, maxLength: 3 }),
        fc.constantFrom("", "", "a", "example"),
        fc.constantFrom("lastName", "lastLoginDate", "createdOn"),
        fc.constantFrom("asc", "desc"),
        fc.constantFrom(...timeZones),
        async (conditions, phrase, sortBy, sortDir, timeZone) => {
          const query = { phrase, sortBy, sortDir, filters: conditions.map(({ text }) => text).join(";") };
          const { body: whole } = await list({ ...query, pageLimit: -1 }, { timeZone });
          const { body: phrased } = await list({ phrase, sortBy, sortDir, pageLimit: -1 });
          const expected = (phrase === "" ? all : phrased).list.filter((row: UserRow) =>
            conditions.every(({ holds }) => holds(row, timeZone)),
          );
          const ids = (rows: UserRow[]) => rows.map(({ userId }) => userId);
          expect(new Set(ids(whole.list))).toEqual(new Set(ids(expected)));
          expect(whole.totalCount).toBe(expected.length);
          const order = ids(phrased.list);
          expect(ids(whole.list)).toEqual(order.filter((id) => ids(expected).includes(id)));
          const { body: second } = await list({ ...query, page: 2, pageLimit: 3 }, { timeZone });
          expect(second).toEqual({ list: whole.list.slice(3, 6), totalCount: whole.totalCount });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("[TL-04] unsupported filters are refused by name, with instructions", async () => {
    for (const filters of [
      "nonsense",
      "passwordHash:contains:x",
      "userId:equals:x",
      "__proto__:contains:x",
      "lastName:like:x",
      "lastName:contains:",
      "lastName:contains:a\u0000b",
      "createdOn:from:2026-02-30",
      "createdOn:empty",
      "createdOn:between:2026-02-01,2026-01-01",
      Array(21).fill("email:notEmpty").join(";"),
      "x".repeat(9_000),
    ]) {
      const { status, body } = await list({ filters });
      expect([filters, status, faultyFields(body)]).toEqual([filters, 400, ["filters"]]);
      expect(body.errors[0].errorMessage).toMatch(/\b(?:Please|needs)\b/);
    }
    const { body } = await list({ filters: "color:equals:red" });
    expect(body.errors[0].errorMessage).toContain("lastName, firstName, userName, email");
    const options = await api.request("/dictionaries/users?filters=name:contains:a", {
      as: api.administrator,
    });
    expect([options.status, faultyFields(options.body)]).toEqual([400, ["filters"]]);
  });

  test("[TL-04] repeated parameters count together", async () => {
    const one = await list({ filters: "email:notEmpty;firstName:equals:ana" });
    const two = await api.request("/users?filters=email:notEmpty&filters=firstName:equals:ana", {
      as: api.administrator,
    });
    expect(two.body).toEqual(one.body);
  });

  test("[TL-04] [PM-02] only users who may see roles filter users by them; in the export too", async () => {
    const [clerk, chief, gone] = [unique("Clerk, "), unique("Chief "), unique("Gone ")];
    const [clerkId, chiefId, goneId] = [
      await makeRole(api, { roleName: clerk }),
      await makeRole(api, { roleName: chief }),
      await makeRole(api, { roleName: gone }),
    ];
    const mark = unique("Held");
    for (const [firstName, roleIds] of [
      ["both", [clerkId, chiefId]],
      ["chief", [chiefId]],
      ["gone", [goneId]],
      ["none", []],
    ] as const)
      await makeUser(api, { firstName, lastName: mark, roleIds });
    await api.request(`/roles?roleIds=${goneId}`, { method: "DELETE", as: api.administrator });
    const { as: blind } = await personWith(api, ["UserView"]);
    const columns = [{ dataField: "firstName", dataType: "text", text: "x", caption: "x", index: 0 }];
    for (const filters of [`roles:oneOf:${chief}`, "roles:empty"]) {
      expect((await list({ filters }, { as: blind })).status).toBe(403);
      const body = { filters, columns };
      const exported = await api.request("/users/export", { method: "POST", as: blind, body });
      expect(exported.status).toBe(403);
    }
    const named = async (condition: string) => {
      const filters = `lastName:equals:${mark};roles:${condition}`;
      const { body } = await list({ filters, sortBy: "firstName" });
      return body.list.map(({ firstName }: UserRow) => firstName);
    };
    const written = (name: string) => name.replace(",", "\\,");
    expect(await named(`oneOf:${written(clerk).toUpperCase()}`)).toEqual(["both"]);
    expect(await named(`oneOf:${written(clerk)},${chief}`)).toEqual(["both", "chief"]);
    expect(await named(`noneOf:${written(clerk)}`)).toEqual(["chief", "gone", "none"]);
    expect(await named(`oneOf:${gone}`)).toEqual([]);
    expect(await named("empty")).toEqual(["gone", "none"]);
    expect(await named("notEmpty")).toEqual(["both", "chief"]);
  });

  test("[TL-04] roles, a role's users, a user's roles and histories are filtered too", async () => {
    const name = unique("Filtered ");
    const roleId = await makeRole(api, { roleName: name, isDefault: true });
    await makeRole(api, { roleName: `${name} too` });
    const { userId, userName } = await makeUser(api, { lastName: "Łęcka", roleIds: [roleId] });
    await makeUser(api, { lastName: "Other", roleIds: [roleId] });
    const total = async (path: string, filters: string) =>
      (await api.request(`${path}?${new URLSearchParams({ filters })}`, { as: api.administrator })).body
        .totalCount;
    expect(await total("/roles", `roleName:startsWith:${name.toUpperCase()}`)).toBe(2);
    expect(await total("/roles", `roleName:startsWith:${name};isDefault:is:yes`)).toBe(1);
    expect(await total("/roles", `roleName:startsWith:${name};isDefault:is:no`)).toBe(1);
    expect(await total("/roles", `roleName:startsWith:${name};createdOn:until:2000-01-01`)).toBe(0);
    expect(await total(`/roles/${roleId}/users`, "lastName:contains:leck")).toBe(1);
    expect(await total(`/roles/${roleId}/users`, `userName:equals:${userName};createdBy:equals:system`)).toBe(
      1,
    );
    expect(await total(`/users/${userId}/roles`, `roleName:equals:${name}`)).toBe(1);
    expect(await total(`/users/${userId}/roles`, "roleName:contains:nothing like it")).toBe(0);
    expect(await total(`/users/${userId}/history`, "changedBy:equals:system;changedOn:from:2020-01-01")).toBe(
      2,
    );
  });
});

describe("[TL-04] a day begins", () => {
  test.each([
    ["2026-03-01", "UTC", "2026-03-01T00:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
    // Clocks skipped midnight: the day began at one.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    // Clocks were set back at midnight: the hour before it came twice.
    ["2018-02-18", "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
    // Midnight came twice: the first one counts.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
    // There was no such day.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
    ["1000-01-01", "Asia/Kolkata", "0999-12-31T18:06:32.000Z"],
  ])("%s in %s at %s", (date, timeZone, expected) => {
    expect(startOfDay(date, timeZone).toISOString()).toBe(expected);
  });
});
