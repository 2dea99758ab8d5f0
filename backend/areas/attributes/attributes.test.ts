import { expect, test } from "vitest";
import { attributeTypes } from "../../../lib/contract/attribute-types";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { faultyFields, makeRole, makeUser, personWith, unique, unknownId } from "../../testing/factories";

describeApi("attributes", (api) => {
  const as = () => api.administrator;
  const post = (url: string, body: unknown, who = as()) =>
    api.request(url, { method: "POST", as: who, body });
  const put = (url: string, body: unknown, who = as()) => api.request(url, { method: "PUT", as: who, body });
  /** Saves with the current name and type by default. */
  const save = async (attributeId: string, changes: object) => {
    const { attributeName, attributeTypeId } = await get(`/attributes/${attributeId}`);
    return put(`/attributes/${attributeId}`, { attributeName, attributeTypeId, ...changes });
  };
  const remove = (url: string, who = as()) => api.request(url, { method: "DELETE", as: who });
  const get = async (url: string, who = as()) => (await api.request(url, { as: who })).body;
  const create = (body: object) =>
    post("/attributes", { attributeName: unique("field_"), attributeTypeId: "String", ...body });
  const make = async (body: object = {}): Promise<string> => {
    const made = await create(body);
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    return made.body;
  };
  /** The response with an attribute value of a new role; or the error. */
  const answerTo = async (attributeId: string, attributeValue: unknown) => {
    const roleId = await makeRole(api);
    const added = await post(`/roles/${roleId}/attributes`, { attributeId, attributeValue });
    if (added.status !== 200) return [added.status, faultyFields(added.body)];
    return (await get(`/roles/${roleId}/attributes`)).list[0].attributeValue;
  };
  const refused = [400, ["attributeValue"]];

  test("[PM-02] viewing and changing each require their permission", async () => {
    const attributeId = await make();
    const roleId = await makeRole(api);
    const { as: viewer } = await personWith(api, ["AttributeView", "RoleView", "RoleView_AttributeSection"]);
    expect((await post("/attributes", { attributeName: "a", attributeTypeId: "None" }, viewer)).status).toBe(
      403,
    );
    expect((await put(`/attributes/${attributeId}`, { attributeTypeId: "None" }, viewer)).status).toBe(403);
    expect((await remove(`/attributes?attributeIds=${attributeId}`, viewer)).status).toBe(403);
    expect((await api.request(`/attributes/${attributeId}/assignments`, { as: viewer })).status).toBe(403);
    expect((await post(`/roles/${roleId}/attributes`, { attributeId }, viewer)).status).toBe(403);
    expect((await api.request(`/roles/${roleId}/attributes`, { as: viewer })).status).toBe(200);
    const { as: editor } = await personWith(api, ["RoleView", "RoleView_EditAction"]);
    expect((await api.request(`/roles/${roleId}/attributes`, { as: editor })).status).toBe(403);
    expect((await post(`/roles/${roleId}/attributes`, { attributeId }, editor)).status).toBe(403);
    const { as: nobodyElse } = await personWith(api, []);
    for (const path of ["attributes", "attribute-types", "attribute-assignment-types"])
      expect((await api.request(`/dictionaries/${path}`, { as: nobodyElse })).status).toBe(403);
    expect((await api.request("/settings/dictionary-endpoints", { as: nobodyElse })).status).toBe(403);
  });

  test("[AA-01] an attribute is created, shown, listed, edited and deleted", async () => {
    const attributeName = unique("Länge_");
    const attributeId = await make({ attributeName });
    expect(await get(`/attributes/${attributeId}`)).toMatchObject({
      attributeId,
      attributeName,
      attributeTypeId: "String",
      attributeFormat: "",
      attributeCsvValues: "",
      assignmentCount: 0,
      version: 1,
    });
    expect((await get(`/attributes?phrase=${encodeURIComponent(attributeName)}`)).totalCount).toBe(1);
    const saved = await save(attributeId, { attributeTypeId: "Number", version: 1 });
    expect(saved.body).toMatchObject({ attributeName, attributeTypeId: "Number", version: 2 });
    expect((await save(attributeId, { attributeTypeId: "None", version: 1 })).status).toBe(409);
    expect(faultyFields((await create({ attributeName: attributeName.toUpperCase() })).body)).toEqual([
      "attributeName",
    ]);
    expect((await remove(`/attributes?attributeIds=${attributeId}`)).status).toBe(204);
    expect((await api.request(`/attributes/${attributeId}`, { as: as() })).status).toBe(404);
  });

  test("[AA-01] a name starts with a letter or underscore; type, endpoint and values are required", async () => {
    for (const attributeName of ["", "1st", "a-b", "<script>"])
      expect([attributeName, faultyFields((await create({ attributeName })).body)]).toEqual([
        attributeName,
        ["attributeName"],
      ]);
    for (const attributeName of ["_x", "Stückzahl"]) await make({ attributeName: unique(attributeName) });
    const faults = async (body: object) => faultyFields((await create(body)).body);
    expect(await faults({ attributeTypeId: undefined })).toEqual(["attributeTypeId"]);
    expect(await faults({ attributeTypeId: "Money" })).toEqual(["attributeTypeId"]);
    expect(await faults({ attributeTypeId: "DetailTable" })).toEqual(["attributeFormat"]);
    expect(await faults({ attributeTypeId: "DetailTable", attributeFormat: "/dictionaries/gone" })).toEqual([
      "attributeFormat",
    ]);
    expect(await faults({ attributeTypeId: "CSV" })).toEqual(["attributeCsvValues"]);
    expect(await faults({ attributeTypeId: "CSV", attributeCsvValues: " ; ;" })).toEqual([
      "attributeCsvValues",
    ]);
    expect(await faults({ attributeTypeId: "Textarea", attributeFormat: "7" })).toEqual(["attributeFormat"]);
    expect(await faults({ attributeTypeId: "Boolean", attributeFormat: "{" })).toEqual(["attributeFormat"]);
    expect(await faults({ attributeTypeId: "Boolean", attributeFormat: '{"hideCaption":3}' })).toEqual([
      "hideCaption",
    ]);
    expect(await faults({ attributeTypeId: "Number", decimalScale: 11 })).toEqual(["decimalScale"]);
    expect(await faults({ attributeTypeId: "Layout", fontSize: "xl" })).toEqual(["fontSize"]);
  });

  test("[AA-01] options are stored as JSON in the format, and accepted as JSON or separately", async () => {
    const sent = '{"trueCaption":"<script>alert(1)</script>","falseCaption":"No","hideCaption":false}';
    const flag = await make({ attributeTypeId: "Boolean", attributeFormat: sent });
    expect(await get(`/attributes/${flag}`)).toMatchObject({
      attributeFormat: sent,
      trueCaption: "<script>alert(1)</script>",
      falseCaption: "No",
      hideCaption: false,
    });
    const changed = await save(flag, { hideCaption: true });
    expect(JSON.parse(changed.body.attributeFormat)).toEqual({ ...JSON.parse(sent), hideCaption: true });
    const number = await make({ attributeTypeId: "Number", decimalScale: 2 });
    expect(await get(`/attributes/${number}`)).toMatchObject({
      decimalScale: 2,
      attributeFormat: '{"decimalScale":2}',
    });
    const moment = await make({ attributeTypeId: "DateTime", showTimeSelect: true });
    expect(await get(`/attributes/${moment}`)).toMatchObject({ showTimeSelect: true });
    const signature = await make({ attributeTypeId: "Signature", showSignaturePad: true });
    expect(await get(`/attributes/${signature}`)).toMatchObject({ showSignaturePad: true });
    const heading = await make({ attributeTypeId: "Layout", bold: true, fontSize: "lg" });
    expect(await get(`/attributes/${heading}`)).toMatchObject({ bold: true, italic: false, fontSize: "lg" });
    const table = await make({
      attributeTypeId: "DetailTable",
      attributeFormat: "dictionaries/users",
      assetTypeIds: ["pump", "valve"],
    });
    expect(await get(`/attributes/${table}`)).toMatchObject({
      attributeFormat: "/dictionaries/users",
      assetTypeIds: ["pump", "valve"],
    });
  });

  test("[AA-02] it is assigned to kinds of records, counted, and available there", async () => {
    const attributeId = await make({ attributeTypeId: "CSV", attributeCsvValues: "S;M;L" });
    const url = `/attributes/${attributeId}/assignments`;
    const added = await post(url, { attributeAssignmentTypeId: "role" });
    expect(added.status).toBe(200);
    expect(
      (await post(url, { attributeAssignmentTypeId: "form", isGlobalFormDefinition: true })).status,
    ).toBe(200);
    expect((await post(url, { attributeAssignmentTypeId: "assetType", subtype: "Pump" })).status).toBe(200);
    const faults = async (body: object) => faultyFields((await post(url, body)).body);
    expect(await faults({})).toEqual(["attributeAssignmentTypeId"]);
    expect(await faults({ attributeAssignmentTypeId: "moon" })).toEqual(["attributeAssignmentTypeId"]);
    expect(await faults({ attributeAssignmentTypeId: "role" })).toEqual(["attributeAssignmentTypeId"]);
    expect(await faults({ attributeAssignmentTypeId: "user", isGlobalFormDefinition: true })).toEqual([
      "isGlobalFormDefinition",
    ]);
    const listed = await get(`${url}?sortBy=attributeName&sortDir=asc`);
    expect(listed.totalCount).toBe(3);
    expect(listed.list).toContainEqual(
      expect.objectContaining({
        attributeAssignmentId: added.body,
        attributeAssignmentTypeId: "role",
        attributeAssignmentTypeName: "Role",
        isGlobalFormDefinition: false,
        subtype: "",
      }),
    );
    expect((await get(`/attributes/${attributeId}`)).assignmentCount).toBe(3);
    const offered = async (kind: string) =>
      (await get(`/dictionaries/attributes?pageLimit=-1&attributeAssignmentTypeId=${kind}`)).list.find(
        ({ id }: { id: string }) => id === attributeId,
      );
    expect(await offered("role")).toMatchObject({
      id: attributeId,
      attributeTypeId: "CSV",
      attributeFormat: "",
      attributeCsvValues: "S;M;L",
    });
    expect(await offered("attachment")).toBeUndefined();
    const stored = (await get(url)).list.find(
      (one: { attributeAssignmentId: string }) => one.attributeAssignmentId === added.body,
    );
    const change = (body: object, id = added.body) =>
      api.request(`${url}/${id}`, { method: "PUT", as: as(), body });
    const changed = await change({ isRequired: true, version: stored.version });
    expect(changed.body).toMatchObject({ ...stored, isRequired: true, version: stored.version + 1 });
    expect((await change({ isRequired: true })).body.version).toBe(stored.version + 1);
    expect((await change({ subtype: "x", version: stored.version })).body).toMatchObject({
      status: 409,
      current: { isRequired: true },
    });
    expect(faultyFields((await change({ isGlobalFormDefinition: true })).body)).toEqual([
      "isGlobalFormDefinition",
    ]);
    expect(
      faultyFields((await change({ attributeAssignmentTypeId: "assetType", subtype: "Pump" })).body),
    ).toEqual(["attributeAssignmentTypeId"]);
    expect((await change({}, unknownId)).status).toBe(404);
    expect(
      (await api.request("/dictionaries/attributes?attributeAssignmentTypeId=moon", { as: as() })).status,
    ).toBe(400);
    expect((await remove(`${url}?attributeAssignmentIds=${unknownId}`)).status).toBe(404);
    expect((await remove(`${url}?attributeAssignmentIds=${added.body}`)).status).toBe(204);
    expect(await offered("role")).toBeUndefined();
    const changes = (await get(`/attributes/${attributeId}/history`)).list.map(
      ({ type, subject }: { type: string; subject: string }) => [type, subject],
    );
    expect(changes).toContainEqual(["AttributeAssigned", "Asset type"]);
    expect(changes.filter(([type]: [string]) => type === "AttributeAssignmentEdited")).toEqual([
      ["AttributeAssignmentEdited", "Role"],
    ]);
    expect(changes).toContainEqual(["AttributeAssignmentRemoved", "Role"]);
  });

  test("[AA-01] [BE-01] dictionaries return types, kinds of records and endpoints, in pages", async () => {
    const types = await get("/dictionaries/attribute-types?pageLimit=-1");
    expect(types.list.map(({ name }: { name: string }) => name).sort()).toEqual([...attributeTypes].sort());
    expect(await get("/dictionaries/attribute-types?pageLimit=0")).toEqual({ list: [], totalCount: 12 });
    const kinds = await get("/dictionaries/attribute-assignment-types?phrase=partner");
    expect(kinds.list).toEqual([{ id: "businessPartnerType", name: "Business partner type" }]);
    const endpoints = await get("/settings/dictionary-endpoints");
    expect(endpoints.list).toContainEqual({
      id: "/dictionaries/users",
      name: "Users",
      properties: ["roleId"],
    });
    for (const { id } of endpoints.list) expect((await api.request(id, { as: as() })).status).toBe(200);
  });

  test("[AA-03] each type accepts its own values and refuses others", async () => {
    const text = await make();
    expect(await answerTo(text, " Ada ")).toBe("Ada");
    expect(await answerTo(text, 5)).toEqual(refused);
    expect(await answerTo(text, "x".repeat(1001))).toEqual(refused);
    const lines = await make({ attributeTypeId: "Textarea", attributeFormat: "10" });
    expect(await answerTo(lines, "one\ntwo")).toBe("one\ntwo");
    const number = await make({ attributeTypeId: "Number", decimalScale: 2 });
    expect([
      await answerTo(number, 1234.5),
      await answerTo(number, "7,25"),
      await answerTo(number, 0),
    ]).toEqual([1234.5, 7.25, 0]);
    for (const given of [1.005, "9".repeat(400), "1e9", "abc", true, 1e15])
      expect([given, await answerTo(number, given)]).toEqual([given, refused]);
    const flag = await make({ attributeTypeId: "Boolean" });
    expect([await answerTo(flag, true), await answerTo(flag, "false")]).toEqual(["true", "false"]);
    expect(await answerTo(flag, "perhaps")).toEqual(refused);
    const moment = await make({ attributeTypeId: "DateTime", showTimeSelect: true });
    expect(await answerTo(moment, "2026-03-01T10:30:00+01:00")).toBe("2026-03-01T09:30:00.000Z");
    expect(await answerTo(moment, "2026-03-01")).toBe("2026-03-01");
    expect(await answerTo(moment, "2026-02-30")).toEqual(refused);
    for (const attributeTypeId of ["CSV", "Radios"]) {
      const choice = await make({ attributeTypeId, attributeCsvValues: "S; M ;L" });
      expect([await answerTo(choice, "M"), await answerTo(choice, "XL")]).toEqual(["M", refused]);
    }
    const several = await make({ attributeTypeId: "Checkboxes", attributeCsvValues: "red;green;blue" });
    expect(await answerTo(several, "red;blue")).toBe("red;blue");
    expect(await answerTo(several, "red;pink")).toEqual(refused);
    for (const attributeTypeId of ["None", "Layout"]) {
      const heading = await make({ attributeTypeId });
      expect([await answerTo(heading, undefined), await answerTo(heading, "x")]).toEqual([null, refused]);
    }
    expect(await answerTo(text, "")).toBeNull();
  });

  test("[AA-04] a signature has the server's signer and time, regardless of the input", async () => {
    const attributeId = await make({ attributeTypeId: "Signature", showSignaturePad: true });
    const { userId } = await makeUser(api);
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const sent = {
      signatureName: "Ada Byron",
      approvedSignature: picture,
      userId,
      signatureDate: "1999-01-01T00:00:00.000Z",
    };
    const stored = JSON.parse(await answerTo(attributeId, sent));
    expect(stored).toMatchObject({ signatureName: "Ada Byron", approvedSignature: picture });
    expect(stored.userId).not.toBe(userId);
    expect(stored.signatureDate > "2020").toBe(true);
    expect(JSON.parse(await answerTo(attributeId, JSON.stringify(sent)))).toMatchObject({
      approvedSignature: picture,
    });
    for (const wrong of [
      "Ada",
      "[1]",
      "{}",
      '{"name":"Ada"}',
      { signatureName: "Ada", approvedSignature: "https://example.com/x.png" },
    ])
      expect(await answerTo(attributeId, wrong)).toEqual(refused);
    expect(await answerTo(attributeId, { signatureName: "", approvedSignature: picture })).toEqual(refused);
    // Saving an old value again keeps its date.
    const roleId = await makeRole(api);
    const id = (await post(`/roles/${roleId}/attributes`, { attributeId, attributeValue: sent })).body;
    const first = (await get(`/roles/${roleId}/attributes`)).list[0].attributeValue;
    const again = await put(`/roles/${roleId}/attributes/${id}`, { attributeId, attributeValue: first });
    expect(again.body.attributeValue).toBe(first);
  });

  test("[AA-04] a dictionary entry must exist and gets its name", async () => {
    const roleName = unique("Chosen ");
    const chosen = await makeRole(api, { roleName });
    const attributeId = await make({
      attributeTypeId: "DetailTable",
      attributeFormat: "/dictionaries/roles",
    });
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    expect(await answerTo(attributeId, unknownId)).toEqual(refused);
    expect(
      (await post(url, { attributeId, attributeValue: chosen, attributeValueName: "Forged" })).status,
    ).toBe(200);
    expect((await get(url)).list[0]).toMatchObject({ attributeValue: chosen, attributeValueName: roleName });
    const forged = { attributeValue: chosen, attributeValueName: "Forged" };
    const again = await put(`${url}/${(await get(url)).list[0].roleAttributeId}`, forged);
    expect(again.body).toMatchObject({ attributeValueName: roleName });
    // Choosing requires permission to see the options.
    const { as: editor } = await personWith(api, [
      "AttachmentView",
      "AttachmentView_EditAction",
      "AttachmentView_AttributeSection",
    ]);
    const link = { fileName: unique("link"), url: "https://example.com" };
    const attachmentId = (await post("/attachments", link)).body;
    const denied = await post(
      `/attachments/${attachmentId}/attributes`,
      { attributeId, attributeValue: chosen },
      editor,
    );
    expect(denied.status).toBe(403);
    // An endpoint that a later version has removed.
    await api.connection.transaction("owner", (db) =>
      db.execute(
        sql`update attributes set attribute_format = '/dictionaries/gone' where attribute_id = ${attributeId}`,
      ),
    );
    expect(await answerTo(attributeId, chosen)).toEqual(refused);
  });

  test("[AA-04] a detail table depends on another one, and neither on itself", async () => {
    const table = { attributeTypeId: "DetailTable", attributeFormat: "/dictionaries/users" };
    const role = await make({ attributeTypeId: "DetailTable", attributeFormat: "/dictionaries/roles" });
    const depends = (dependentAttributeId: string, dependentPropertyId = "roleId") => ({
      ...{ dependentAttributeId, dependentPropertyId },
    });
    const [first, second] = [unique("first_"), unique("second_")];
    const user = await make({ ...table, attributeName: first, ...depends(role) });
    const deputy = await make({ ...table, attributeName: second, ...depends(user) });
    const circle = await save(user, depends(deputy));
    expect(faultyFields(circle.body)).toEqual(["dependentAttributeId"]);
    expect(circle.body.errors[0].errorMessage).toContain(`${first} → ${second} → ${first}`);
    expect(faultyFields((await save(user, depends(user))).body)).toEqual(["dependentAttributeId"]);
    expect(faultyFields((await save(user, depends("x"))).body)).toEqual(["dependentAttributeId"]);
    expect(faultyFields((await save(user, depends(role, "tenantId"))).body)).toEqual(["dependentPropertyId"]);
    expect(faultyFields((await create({ ...depends(role) })).body)).toEqual(["dependentAttributeId"]);
    expect((await remove(`/attributes?attributeIds=${role}`)).body.code).toBe("attributeNeeded");
    // It is narrowed by a property of the dictionary.
    const held = await makeRole(api);
    const holder = await makeUser(api, { roleIds: [held] });
    const options = await get(`/dictionaries/users?roleId=${held}`);
    expect(options).toMatchObject({ totalCount: 1, list: [{ id: holder.userId }] });
  });

  test("[AA-02] [AA-03] an assigned attribute is limited to those kinds of records; existing values stay", async () => {
    const attributeId = await make({ attributeTypeId: "Number" });
    const other = await make({ attributeTypeId: "Number" });
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    await post(`/attributes/${attributeId}/assignments`, { attributeAssignmentTypeId: "user" });
    const body = { attributeId, attributeValue: 1 };
    const refused = await api.request(url, { method: "POST", as: as(), body, headers: { lang: "de" } });
    expect([refused.status, refused.body.rules]).toEqual([400, [{ rule: "attributeNotOffered" }]]);
    expect(refused.body.errors[0].errorMessage).toMatch(/nicht angeboten/);
    const both = await put(url, { attributes: [{ attributeId: other }, { attributeId, attributeValue: 1 }] });
    expect([both.status, faultyFields(both.body)]).toEqual([400, ["attributes.1.attributeId"]]);
    expect((await get(url)).totalCount).toBe(0);

    const { userId } = await makeUser(api);
    const taken = await post(`/users/${userId}/attributes`, { attributeId, attributeValue: 1 });
    expect(taken.status).toBe(200);
    const assigned = await get(`/attributes/${attributeId}/assignments`);
    await post(`/attributes/${attributeId}/assignments`, { attributeAssignmentTypeId: "role" });
    expect((await post(url, { attributeId, attributeValue: 2 })).status).toBe(200);
    const [{ attributeAssignmentId }] = assigned.list;
    await remove(`/attributes/${attributeId}/assignments?attributeAssignmentIds=${attributeAssignmentId}`);
    const kept = await put(`/users/${userId}/attributes/${taken.body}`, { attributeValue: 3 });
    expect([kept.status, kept.body.attributeValue]).toEqual([200, 3]);
    const again = await put(`/users/${userId}/attributes`, {
      attributes: [{ attributeId, attributeValue: 4 }],
    });
    expect(again.status).toBe(200);
  });

  test("[AA-03] roles, users and attachments have attributes, which are added, edited and removed", async () => {
    const attributeId = await make({ attributeTypeId: "Number" });
    const { userId } = await makeUser(api);
    for (const [path, noun] of [
      [`/roles/${await makeRole(api)}`, "role"],
      [`/users/${userId}`, "user"],
    ]) {
      const url = `${path}/attributes`;
      expect(await get(url)).toEqual({ list: [], totalCount: 0 });
      expect(faultyFields((await post(url, { attributeValue: 1 })).body)).toEqual(["attributeId"]);
      expect(faultyFields((await post(url, { attributeId: unknownId, attributeValue: 1 })).body)).toEqual([
        "attributeId",
      ]);
      const { body: id } = await post(url, { attributeId, attributeValue: 3 });
      expect(faultyFields((await post(url, { attributeId, attributeValue: 3 })).body)).toEqual([
        "attributeId",
      ]);
      expect((await get(url)).list).toMatchObject([
        { [`${noun}AttributeId`]: id, attributeId, attributeValue: 3 },
      ]);
      const saved = await put(`${url}/${id}`, { attributeId, attributeValue: 4, attributeValueName: "" });
      expect([saved.status, saved.body.attributeValue]).toEqual([200, 4]);
      expect((await put(`${url}/${unknownId}`, { attributeValue: 4 })).status).toBe(404);
      expect((await put(`${url}/${id}`, {})).body.attributeValue).toBe(4);
      expect((await api.request(url, { method: "DELETE", as: as() })).status).toBe(400);
      expect((await remove(`${url}?ids=${unknownId}`)).status).toBe(404);
      expect((await remove(`${url}?${noun}AttributeIds=${id}`)).status).toBe(204);
      expect((await get(url)).totalCount).toBe(0);
    }
    const locked = await post(`/roles/${administratorRoleId}/attributes`, { attributeId, attributeValue: 1 });
    expect([locked.status, locked.body.code]).toEqual([403, "builtInRole"]);
  });

  test("[AA-03] several attributes are saved in one call, all or none, with each error named", async () => {
    const [text, number, flag] = [
      await make(),
      await make({ attributeName: unique("number_"), attributeTypeId: "Number" }),
      await make({ attributeTypeId: "Boolean" }),
    ];
    const { attributeName } = await get(`/attributes/${number}`);
    const twice = await make({ attributeTypeId: "Number", calculatedAttribute: `${attributeName} * 2` });
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    const saveAll = (values: [string, unknown][], who = as()) =>
      put(
        url,
        { attributes: values.map(([attributeId, attributeValue]) => ({ attributeId, attributeValue })) },
        who,
      );
    const { as: viewer } = await personWith(api, ["RoleView", "RoleView_AttributeSection"]);
    expect((await saveAll([[text, "a"]], viewer)).status).toBe(403);
    const { body: id } = await post(url, { attributeId: text, attributeValue: "before" });
    const wrong = await saveAll([
      [text, "after"],
      [number, "no number"],
      [unknownId, 1],
      [flag.toUpperCase(), true],
      [flag, false],
      [twice, 3],
    ]);
    expect([wrong.status, faultyFields(wrong.body)]).toEqual([
      400,
      [
        "attributes.1.attributeValue",
        "attributes.2.attributeId",
        "attributes.4.attributeId",
        "attributes.5.attributeValue",
      ],
    ]);
    expect((await get(url)).list).toMatchObject([{ attributeValue: "before" }]);
    for (const count of [0, 101])
      expect((await saveAll(Array.from({ length: count }, () => [text, "a"]))).status).toBe(400);
    const saved = await saveAll([
      [number, 4],
      [twice, undefined],
      [text, "after"],
      [flag, "true"],
    ]);
    expect(saved.body.map(({ attributeValue }: { attributeValue: unknown }) => attributeValue)).toEqual([
      4,
      8,
      "after",
      "true",
    ]);
    expect(saved.body[2].roleAttributeId).toBe(id);
    expect(
      (
        await saveAll([
          [number, 5],
          [twice, ""],
          [text, "after"],
        ])
      ).body[1].attributeValue,
    ).toBe(10);
    const { list } = await get(`/roles/${roleId}/history?pageLimit=100`);
    const types = list.map(({ type, subject }: { type: string; subject: string }) => `${type} ${subject}`);
    const { attributeName: ofText } = await get(`/attributes/${text}`);
    expect(types.filter((type: string) => type.endsWith(` ${ofText}`))).toEqual([
      `RoleAttributeChanged ${ofText}`,
      `RoleAttributeAdded ${ofText}`,
    ]);
    expect(
      (await put(`/roles/${administratorRoleId}/attributes`, { attributes: [{ attributeId: text }] })).status,
    ).toBe(403);
  });

  test("[HI-01] [AA-03] changes of values are in the record's history, with their type", async () => {
    const attributeName = unique("Size_");
    const attributeId = await make({ attributeName, attributeTypeId: "CSV", attributeCsvValues: "S;M" });
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    const { body: id } = await post(url, { attributeId, attributeValue: "S" });
    await put(`${url}/${id}`, { attributeValue: "M" });
    await put(`${url}/${id}`, { attributeValue: "M" });
    await remove(`${url}?ids=${id}`);
    const { list } = await get(`/roles/${roleId}/history?sortBy=changedOn&sortDir=desc`);
    expect(list.map(({ type }: { type: string }) => type)).toEqual([
      "RoleAttributeRemoved",
      "RoleAttributeChanged",
      "RoleAttributeAdded",
      "RoleCreated",
    ]);
    expect(list[1].subject).toBe(attributeName);
    const detail = await get(`/roles/${roleId}/history/RoleAttributeChanged/${list[1].id}`);
    expect([detail.previous.attributeValue, detail.current.attributeValue]).toEqual([
      { attributeType: "CSV", value: "S" },
      { attributeType: "CSV", value: "M" },
    ]);
  });

  test("[AA-03] required values must be filled in, checkboxes ticked, and neither can be removed", async () => {
    const assign = (attributeId: string) =>
      post(`/attributes/${attributeId}/assignments`, { attributeAssignmentTypeId: "role", isRequired: true });
    const text = await make();
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    const { body: id } = await post(url, { attributeId: text, attributeValue: "" });
    // Required only later: existing values stay, and records can be saved once it is filled in.
    await assign(text);
    expect((await get(url)).list).toMatchObject([{ attributeValue: null, isRequired: true }]);
    expect((await put(`/roles/${roleId}`, { roleName: unique("Role ") })).status).toBe(200);
    expect(faultyFields((await put(`${url}/${id}`, { attributeValue: "" })).body)).toEqual([
      "attributeValue",
    ]);
    expect((await put(`${url}/${id}`, { attributeValue: "there" })).status).toBe(200);
    const kept = await remove(`${url}?ids=${id}`);
    expect([kept.status, kept.body.code]).toEqual([409, "attributeRequired"]);
    const flag = await make({ attributeTypeId: "Boolean" });
    await assign(flag);
    expect([await answerTo(flag, false), await answerTo(flag, true)]).toEqual([refused, "true"]);
    expect(await answerTo(text, undefined)).toEqual(refused);
  });

  test("[AA-01] a type is fixed once there are values, whose deletion must be confirmed", async () => {
    const attributeId = await make();
    const roleId = await makeRole(api);
    await post(`/roles/${roleId}/attributes`, { attributeId, attributeValue: "there" });
    expect((await get(`/attributes/${attributeId}`)).isUsed).toBe(true);
    const changed = await save(attributeId, { attributeTypeId: "Number" });
    expect(faultyFields(changed.body)).toEqual(["attributeTypeId"]);
    expect((await save(attributeId, { attributeName: unique("other_") })).status).toBe(200);
    const kept = await remove(`/attributes?attributeIds=${attributeId}`);
    expect([kept.status, kept.body.code]).toEqual([409, "attributeInUse"]);
    expect((await remove(`/attributes?attributeIds=${attributeId}&isProceed=true`)).status).toBe(204);
    expect((await get(`/roles/${roleId}/attributes`)).totalCount).toBe(0);
    const { list } = await get(`/roles/${roleId}/history`);
    expect(list.map(({ type }: { type: string }) => type)).toContain("RoleAttributeAdded");
  });

  test("[AA-01] [FM-10] existing values stay, even if the attribute no longer offers them", async () => {
    const roleId = await makeRole(api);
    /** The state of a value after its attribute has changed and values were saved again. */
    const afterwards = async (type: object, value: unknown, changes: object, ...saved: unknown[]) => {
      const attributeId = await make(type);
      const { body: valueId } = await post(`/roles/${roleId}/attributes`, {
        attributeId,
        attributeValue: value,
      });
      expect((await save(attributeId, changes)).status).toBe(200);
      const answers = [];
      for (const attributeValue of saved) {
        const one = await put(`/roles/${roleId}/attributes/${valueId}`, { attributeValue });
        const attributes = [{ attributeId, attributeValue }];
        const several = await put(`/roles/${roleId}/attributes`, { attributes });
        expect([attributeValue, several.status]).toEqual([attributeValue, one.status]);
        answers.push(one.status === 200 ? one.body.attributeValue : faultyFields(one.body));
      }
      return answers;
    };
    const refusal = ["attributeValue"];
    const sizes = { attributeCsvValues: "S;M;L" };
    const fewer = { attributeCsvValues: "M;L" };
    for (const attributeTypeId of ["CSV", "Radios"])
      expect(await afterwards({ attributeTypeId, ...sizes }, "S", fewer, "S", "M", "S")).toEqual([
        "S",
        "M",
        refusal,
      ]);
    const checkboxes = { attributeTypeId: "Checkboxes", ...sizes };
    expect(await afterwards(checkboxes, "S;M", fewer, "S;M;L", "S;XL", "L", "S;L")).toEqual([
      "S;M;L",
      refusal,
      "L",
      refusal,
    ]);
    expect(await afterwards(checkboxes, "S;M", { attributeCsvValues: "" }, "S;M", "S")).toEqual(["S;M", "S"]);
    const price = { attributeTypeId: "Number", decimalScale: 2 };
    expect(await afterwards(price, 12.34, { decimalScale: 0 }, 12.34, "12,34", 12.35, 12, 12.34)).toEqual([
      12.34,
      12.34,
      refusal,
      12,
      refusal,
    ]);
  });

  test("[AA-01] [HI-03] an earlier state is validated like any edit, and numbers are recalculated", async () => {
    const restore = async (attributeId: string, at: number) => {
      const { list } = await get(`/attributes/${attributeId}/history?sortBy=changedOn&sortDir=asc`);
      const { type, id } = list[at];
      return post(`/attributes/${attributeId}/history/${type}/${id}/restore`, undefined);
    };
    const base = unique("base_");
    const of = await make({ attributeName: base, attributeTypeId: "String" });
    await save(of, { attributeTypeId: "Number" });
    const roleId = await makeRole(api);
    await post(`/roles/${roleId}/attributes`, { attributeId: of, attributeValue: 5 });
    const fixed = await restore(of, 0);
    expect([fixed.status, faultyFields(fixed.body)]).toEqual([400, ["attributeTypeId"]]);
    const twice = await make({ attributeTypeId: "Number", calculatedAttribute: `${base} * 2` });
    await post(`/roles/${roleId}/attributes`, { attributeId: twice });
    await save(twice, { calculatedAttribute: `${base} * 3` });
    const shownValue = async () =>
      (await get(`/roles/${roleId}/attributes`)).list.find(
        ({ attributeId }: { attributeId: string }) => attributeId === twice,
      ).attributeValue;
    expect(await shownValue()).toBe(15);
    expect((await restore(twice, 0)).status).toBe(200);
    expect(await shownValue()).toBe(10);
    const renamed = await make({ attributeTypeId: "Number" });
    const { attributeName } = await get(`/attributes/${renamed}`);
    await save(renamed, { attributeName: unique("other_") });
    await save(renamed, { attributeName });
    await make({ attributeTypeId: "Number", calculatedAttribute: `${attributeName} + 1` });
    const other = await restore(renamed, 1);
    expect([other.status, faultyFields(other.body)]).toEqual([400, ["attributeName"]]);
  });

  test("[AA-01] a number is calculated from others, exactly, and recalculated on any change", async () => {
    const [price, amount, total] = [unique("Price "), unique("amount_"), unique("total_")];
    const named = (name: string) => name.replaceAll(" ", "_");
    const priceId = await make({ attributeName: price, attributeTypeId: "Number" });
    const amountId = await make({ attributeName: amount, attributeTypeId: "Number" });
    const totalId = await make({
      attributeName: total,
      attributeTypeId: "Number",
      decimalScale: 2,
      calculatedAttribute: `${named(price)} * ${amount}`,
    });
    const grossId = await make({
      attributeTypeId: "Number",
      calculatedAttribute: `max(${total}, 0) * 119 / 100`,
    });
    const roleId = await makeRole(api);
    const url = `/roles/${roleId}/attributes`;
    const add = async (attributeId: string, attributeValue?: number) =>
      (await post(url, { attributeId, attributeValue })).body;
    const values = async () => {
      const { list } = await get(`${url}?pageLimit=-1`);
      const byId = new Map(
        list.map((row: { attributeId: string; attributeValue: number }) => [
          row.attributeId,
          row.attributeValue,
        ]),
      );
      return [totalId, grossId].map((id) => byId.get(id));
    };
    await add(totalId);
    await add(grossId);
    expect(await values()).toEqual([null, null]);
    await add(priceId, 0.1);
    const amountValue = await add(amountId, 3);
    expect(await values()).toEqual([0.3, 0.357]);
    await put(`${url}/${amountValue}`, { attributeValue: 30 });
    expect(await values()).toEqual([3, 3.57]);
    await save(totalId, { calculatedAttribute: `${named(price)} / (${amount} - 30)` });
    expect(await values()).toEqual([null, null]);
    await save(totalId, { calculatedAttribute: `round(-${amount} / 4)` });
    expect(await values()).toEqual([-8, 0]);
    expect((await remove(`${url}?ids=${amountValue}`)).status).toBe(204);
    expect(await values()).toEqual([null, null]);
    expect(faultyFields((await post(url, { attributeId: totalId, attributeValue: 1 })).body)).toEqual([
      "attributeValue",
    ]);

    const circle = await save(amountId, { calculatedAttribute: `${total} + 1` });
    expect(faultyFields(circle.body)).toEqual(["calculatedAttribute"]);
    expect(circle.body.errors[0].errorMessage).toContain(`${amount} → ${total} → ${amount}`);
    expect(faultyFields((await save(amountId, { attributeName: "x" })).body)).toEqual(["attributeName"]);
    expect(faultyFields((await save(amountId, { attributeTypeId: "String" })).body)).toEqual([
      "attributeTypeId",
    ]);
    expect((await remove(`/attributes?attributeIds=${amountId}`)).body.code).toBe("attributeNeeded");
  });

  test("[AA-01] an invalid formula is refused, and never executed", async () => {
    for (const calculatedAttribute of [
      "1 +",
      "process.exit()",
      "constructor",
      "[1,2]",
      "a ? 1 : 2",
      "'a' + 1",
      "this",
      "1; drop table users",
      "1e400",
      "abs(1, 2)",
      "2",
      "(".repeat(200),
    ]) {
      const response = await create({ attributeTypeId: "Number", calculatedAttribute });
      expect([calculatedAttribute, response.status, faultyFields(response.body)]).toEqual([
        calculatedAttribute,
        400,
        ["calculatedAttribute"],
      ]);
    }
  });
});
