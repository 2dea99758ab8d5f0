import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeRole, unique } from "../testing/factories";

describeApi("concurrent saves of attribute values", (api) => {
  const call = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
    api.request(path, { method, as: api.administrator, body });
  async function roleWithValue() {
    const roleId = await makeRole(api);
    const attribute = { attributeName: unique("Colour "), attributeTypeId: "String" };
    const attributeId = (await call("POST", "/attributes", attribute)).body as string;
    const url = `/roles/${roleId}/attributes`;
    const valueId = (await call("POST", url, { attributeId, attributeValue: "red" })).body as string;
    return { url, attributeId, valueId };
  }

  test("[FM-09] [AA-03] the later of two saves of a value gets the stored one, and nothing is lost", async () => {
    const { url, attributeId, valueId } = await roleWithValue();
    const [{ version }] = (await call("GET", url)).body.list;
    expect(version).toBe(1);
    const save = (attributeValue: string, more: object) =>
      call("PUT", `${url}/${valueId}`, { attributeValue, ...more });
    expect((await save("blue", { version })).body).toMatchObject({ attributeValue: "blue", version: 2 });
    const late = await save("green", { version });
    expect([late.status, late.body.code]).toEqual([409, "stale"]);
    expect(late.body.current).toMatchObject({ attributeId, attributeValue: "blue", version: 2 });
    expect((await save("green", { version: 2 })).status).toBe(200);
    expect((await save("without", {})).body).toMatchObject({ attributeValue: "without", version: 4 });
  });

  test("[FM-09] [AA-03] several values saved at once are all refused if one has changed meanwhile", async () => {
    const { url, attributeId } = await roleWithValue();
    const saveAll = (attributeValue: string, version?: number) =>
      call("PUT", url, { attributes: [{ attributeId, attributeValue, version }] });
    expect((await saveAll("blue", 1)).status).toBe(200);
    const late = await saveAll("green", 1);
    expect([late.status, late.body.current]).toEqual([
      409,
      [expect.objectContaining({ attributeValue: "blue" })],
    ]);
    expect((await call("GET", url)).body.list[0].attributeValue).toBe("blue");
  });
});
