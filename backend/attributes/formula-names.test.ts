import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { faultyFields, makeRole, unique } from "../testing/factories";

describeApi("references of formulas", (api) => {
  const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
    api.request(path, { method, as: api.administrator, body });
  const create = (attributeName: string, more: object = {}) =>
    call("POST", "/attributes", { attributeName, attributeTypeId: "Number", ...more });
  const make = async (...given: Parameters<typeof create>) => {
    const { status, body } = await create(...given);
    expect(status).toBe(200);
    return body as string;
  };
  const refused = ({ status, body }: { status: number; body: object }) => [status, faultyFields(body)];
  const remove = async (...ids: string[]) =>
    expect(
      (await call("DELETE", `/attributes?${ids.map((id) => `attributeIds=${id}`).join("&")}&isProceed=true`))
        .status,
    ).toBe(204);
  const restore = (...attributeIds: string[]) =>
    call("POST", "/attributes/deleted/restore", { attributeIds });
  const add = async (roleId: string, attributeId: string, attributeValue?: number) =>
    expect((await call("POST", `/roles/${roleId}/attributes`, { attributeId, attributeValue })).status).toBe(
      200,
    );
  const attributeValueOf = async (roleId: string, wanted: string) =>
    (await call("GET", `/roles/${roleId}/attributes`)).body.list.find(
      ({ attributeId }: { attributeId: string }) => attributeId === wanted,
    ).attributeValue;

  test("[AA-01] a name that formulas cannot distinguish from another number's is refused everywhere", async () => {
    const name = unique("z q");
    const alike = name.replace(" ", "_").toUpperCase();
    await make(name);
    expect(refused(await create(alike))).toEqual([400, ["attributeName"]]);
    const text = await make(alike, { attributeTypeId: "String" });
    const asNumber = await call("PUT", `/attributes/${text}`, {
      attributeName: alike,
      attributeTypeId: "Number",
    });
    expect(refused(asNumber)).toEqual([400, ["attributeName"]]);
    const other = await make(unique("other"));
    const renamed = await call("PUT", `/attributes/${other}`, {
      attributeName: alike.toLowerCase(),
      attributeTypeId: "Number",
    });
    expect(renamed.status).toBe(400);
  });

  test("[AA-01] [HI-03] a restored formula keeps its references, or is not restored", async () => {
    const name = unique("z q");
    const written = name.replace(" ", "_");
    const [base, next] = [await make(name), unique("f")];
    const formula = await make(next, { calculatedAttribute: `${written} * 10` });
    await remove(formula, base);
    expect(refused(await restore(formula))).toEqual([400, ["calculatedAttribute"]]);
    const other = await make(written);
    expect(refused(await restore(formula))).toEqual([400, ["calculatedAttribute"]]);
    expect(refused(await restore(base))).toEqual([400, ["attributeName"]]);
    await remove(other);
    expect((await restore(formula, base)).status).toBe(204);
  });

  test("[AA-01] [HI-03] a restored formula is calculated from values changed while it was deleted", async () => {
    const name = unique("base");
    const base = await make(name);
    const formula = await make(unique("f"), { calculatedAttribute: `${name} * 10` });
    const roleId = await makeRole(api);
    await add(roleId, base, 2);
    await add(roleId, formula);
    await remove(formula);
    const { list } = (await call("GET", `/roles/${roleId}/attributes`)).body;
    await call("PUT", `/roles/${roleId}/attributes/${list[0].roleAttributeId}`, { attributeValue: 3 });
    expect((await restore(formula)).status).toBe(204);
    expect(await attributeValueOf(roleId, formula)).toBe(30);
  });

  test("[AA-01] of two names that an older version allowed, a formula uses the first", async () => {
    const name = unique("z q");
    const written = name.replace(" ", "_");
    const [base, later] = [await make(name), await make(unique("later"))];
    const formula = await make(unique("f"), { calculatedAttribute: `${written} * 10` });
    const roleId = await makeRole(api);
    await add(roleId, base, 2);
    await add(roleId, formula);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update attributes set attribute_name = ${written} where attribute_id = ${later}`),
    );
    await add(roleId, later, 5);
    expect(await attributeValueOf(roleId, formula)).toBe(20);
  });
});
