import { Workbook } from "exceljs";
import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  personWith,
  unique,
  unknownId,
} from "../testing/factories";

describeApi("attributes as columns of lists", (api) => {
  const as = () => api.administrator;
  const post = (url: string, body: unknown) => api.request(url, { method: "POST", as: as(), body });
  const query = (given: Record<string, string>) => new URLSearchParams(given).toString();

  /** Creates an attribute available to roles; returns its id. */
  const make = async (attributeTypeId: string, more: object = {}, kinds = ["role"]): Promise<string> => {
    const made = await post("/attributes", { attributeName: unique("field_"), attributeTypeId, ...more });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    for (const attributeAssignmentTypeId of kinds)
      await post(`/attributes/${made.body}/assignments`, { attributeAssignmentTypeId });
    return made.body;
  };
  const give = async (roleId: string, values: Record<string, unknown>) => {
    const attributes = Object.entries(values).map(([attributeId, attributeValue]) => ({
      attributeId,
      attributeValue,
    }));
    const body = { attributes };
    const saved = await api.request(`/roles/${roleId}/attributes`, { method: "PUT", as: as(), body });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  };
  /** Creates roles with a common name prefix. */
  const some = async (...names: string[]) => {
    const phrase = unique("Among ");
    const ids: string[] = [];
    for (const name of names) ids.push(await makeRole(api, { roleName: `${phrase} ${name}` }));
    const list = (given: Record<string, string>, more: object = {}) =>
      api.request(`/roles?${query({ phrase, ...given })}`, { as: as(), ...more });
    /** The names of matching roles. */
    const found = async (filters: string, more: object = {}) => {
      const { status, body } = await list({ filters }, more);
      expect([filters, status]).toEqual([filters, 200]);
      return body.list.map(({ roleName }: { roleName: string }) => roleName.slice(phrase.length + 1));
    };
    return { phrase, ids, list, found };
  };

  test("[PM-02] without the permission for attributes a list neither shows, filters, sorts nor exports them", async () => {
    const attributeId = await make("String");
    const { as: viewer } = await personWith(api, ["RoleView", "UserView", "UserView_AttributeSection"]);
    const asViewer = (url: string) => api.request(url, { as: viewer });
    expect((await asViewer(`/roles?attributes=${attributeId}`)).status).toBe(403);
    expect((await asViewer(`/roles?filters=attributes.${attributeId}:notEmpty`)).status).toBe(403);
    expect((await asViewer(`/roles?sortBy=attributes.${attributeId}`)).status).toBe(403);
    const exported = (body: object) => api.request("/roles/export", { method: "POST", as: viewer, body });
    const columns = [{ dataField: "roleName" }];
    const withValues = [...columns, { dataField: `attributes.${attributeId}` }];
    expect((await exported({ columns: withValues })).status).toBe(403);
    expect((await exported({ columns, sortBy: `attributes.${attributeId}` })).status).toBe(403);
    expect((await asViewer("/roles")).status).toBe(200);
    const { as: reader } = await personWith(api, ["RoleView", "RoleView_AttributeSection"]);
    expect((await api.request(`/roles?attributes=${attributeId}`, { as: reader })).status).toBe(200);
  });

  test("[AA-04] [TL-07] a list returns the requested attributes' values with each row", async () => {
    const { list, ids } = await some("a", "b");
    const text = await make("String");
    const price = await make("Number", { decimalScale: 2 });
    const insured = await make("Boolean");
    const since = await make("DateTime");
    const colours = await make("Checkboxes", { attributeCsvValues: "red;green;blue" });
    const deputy = await make("DetailTable", { attributeFormat: "/dictionaries/users" });
    const signed = await make("Signature");
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const user = (await api.request("/users?phrase=admin", { as: as() })).body.list[0];
    await give(ids[0] as string, {
      [text]: "north",
      [price]: 7.25,
      [insured]: true,
      [since]: "2026-03-01",
      [colours]: "red;blue",
      [deputy]: user.userId,
      [signed]: { signatureName: "Ada", approvedSignature: picture },
    });
    const asked = [text, price, insured, since, colours, deputy, signed];
    const { body } = await list({ attributes: asked.join(","), sortBy: "roleName" });
    const [first, second] = body.list;
    const value = (attributeValue: unknown, attributeValueName = "") => ({
      attributeValue,
      attributeValueName,
    });
    const { [signed]: signature, [deputy]: chosen, ...others } = first.attributes;
    expect(others).toEqual({
      [text]: value("north"),
      [price]: value(7.25),
      [insured]: value("true"),
      [since]: value("2026-03-01"),
      [colours]: value("red;blue"),
    });
    expect(chosen).toEqual({ attributeValue: user.userId, attributeValueName: expect.stringMatching(/./) });
    expect(JSON.parse(signature.attributeValue)).toEqual({
      signatureName: "Ada",
      userId: expect.any(String),
      signatureDate: expect.any(String),
    });
    expect(second.attributes).toEqual({});
    expect((await list({})).body.list[0].attributes).toBeUndefined();
    const repeated = await api.request(`/roles?attributes=${text}&attributes=${price.toUpperCase()}`, {
      as: as(),
    });
    expect(repeated.status).toBe(200);
  });

  test("[AA-04] [BE-01] a deleted, unassigned or valueless attribute is refused by name", async () => {
    const gone = await make("String");
    await api.request(`/attributes?attributeIds=${gone}`, { method: "DELETE", as: as() });
    const ofUsers = await make("String", {}, ["user"]);
    const heading = await make("Layout");
    const known = await make("String");
    for (const attributeId of [gone, ofUsers, heading, unknownId, "17"]) {
      const { status, body } = await api.request(`/roles?attributes=${known},${attributeId}`, { as: as() });
      expect([attributeId, status, faultyFields(body)]).toEqual([attributeId, 400, ["attributes.1"]]);
    }
    for (const attributeId of [gone, ofUsers, heading, unknownId]) {
      const filters = `attributes.${attributeId}:notEmpty`;
      const { status, body } = await api.request(`/roles?filters=${filters}`, { as: as() });
      expect([attributeId, status, faultyFields(body)]).toEqual([attributeId, 400, ["filters"]]);
      const sorted = await api.request(`/roles?sortBy=attributes.${attributeId}`, { as: as() });
      expect([attributeId, sorted.status, faultyFields(sorted.body)]).toEqual([attributeId, 400, ["sortBy"]]);
    }
    const many = Array.from({ length: 11 }, () => known).join(",");
    expect(faultyFields((await api.request(`/roles?attributes=${many}`, { as: as() })).body)).toEqual([
      "attributes",
    ]);
    // Lists without attributes have none.
    const { body } = await api.request(`/attributes?filters=attributes.${known}:notEmpty`, { as: as() });
    expect(faultyFields(body)).toEqual(["filters"]);
    const sorted = await api.request(`/attributes?sortBy=attributes.${known}`, { as: as() });
    expect(faultyFields(sorted.body)).toEqual(["sortBy"]);
  });

  test("[AA-04] [TL-02] a list is sorted by an attribute in either direction, missing values lowest", async () => {
    const { phrase, ids, list } = await some("one", "two", "three", "four");
    const [one, two, three] = ids as [string, string, string];
    const berlin = { headers: { timezone: "Europe/Berlin" } };
    const namesOf = ({ status, body }: { status: number; body: { list: { roleName: string }[] } }) => {
      expect(status).toBe(200);
      return body.list.map(({ roleName }) => roleName.slice(phrase.length + 1));
    };
    const deputy = await make("DetailTable", { attributeFormat: "/dictionaries/roles" });
    await give(one, { [deputy]: two });
    for (const [type, more, [least, next, most]] of [
      ["Number", {}, [-2, 9, 10.5]],
      ["String", {}, ["abel", "Äbte", "Zoe"]],
      ["DateTime", { showTimeSelect: true }, ["2026-03-01", "2026-03-01T10:00:00.000Z", "2026-03-02"]],
      ["CSV", { attributeCsvValues: "S;M;L" }, ["L", "M", "S"]],
      ["Radios", { attributeCsvValues: "S;M;L" }, ["L", "M", "S"]],
    ] as const) {
      const id = await make(type, more);
      await give(one, { [id]: next });
      await give(two, { [id]: most });
      await give(three, { [id]: least });
      const sorted = async (given: Record<string, string>) =>
        namesOf(await list({ sortBy: `attributes.${id.toUpperCase()}`, ...given }, berlin));
      expect([type, await sorted({})]).toEqual([type, ["four", "three", "one", "two"]]);
      expect([type, await sorted({ sortDir: "desc" })]).toEqual([type, ["two", "one", "three", "four"]]);
      expect([type, await sorted({ attributes: id, pageLimit: "2", page: "2" })]).toEqual([
        type,
        ["one", "two"],
      ]);
      // Among all records, and on a far page.
      for (const paging of [{ pageLimit: "3" }, { pageLimit: "-1" }]) {
        const first = namesOf(
          await list({ phrase: "", sortBy: `attributes.${id}`, sortDir: "desc", ...paging }),
        );
        expect([type, first.slice(0, 3)]).toEqual([type, ["two", "one", "three"]]);
      }
      const last = await list({ phrase: "", sortBy: `attributes.${id}`, pageLimit: "1" });
      const page = String(last.body.totalCount);
      expect(namesOf(await list({ phrase: "", sortBy: `attributes.${id}`, pageLimit: "1", page }))).toEqual([
        "two",
      ]);
    }
    const flag = await make("Boolean");
    await give(one, { [flag]: true });
    await give(two, { [flag]: false });
    const byFlag = { sortBy: `attributes.${flag}`, sortDir: "desc" };
    expect(namesOf(await list(byFlag)).slice(0, 2)).toEqual(["one", "two"]);
    expect(namesOf(await list({ sortBy: `attributes.${deputy}`, sortDir: "desc" }))[0]).toBe("one");
    // A text without letters counts as empty.
    const text = await make("String");
    await give(one, { [text]: "" });
    await give(two, { [text]: "-" });
    expect(namesOf(await list({ sortBy: `attributes.${text}`, sortDir: "desc" }))[0]).toBe("two");

    for (const type of ["Checkboxes", "Signature", "Textarea"]) {
      const unsorted = await make(type, type === "Checkboxes" ? { attributeCsvValues: "S;M" } : {});
      const { status, body } = await list({ sortBy: `attributes.${unsorted}` });
      expect([type, status, faultyFields(body)]).toEqual([type, 400, ["sortBy"]]);
    }
    expect(faultyFields((await list({ sortBy: "attributes.17" })).body)).toEqual(["sortBy"]);
  });

  test("[AA-04] [TL-04] a list is filtered by attributes according to their types", async () => {
    const { found, ids } = await some("one", "two", "three");
    const [one, two] = ids as [string, string, string];
    const berlin = { headers: { timezone: "Europe/Berlin" } };
    const sorted = async (filters: string, more?: object) => (await found(filters, more)).toSorted();

    const text = await make("String");
    await give(one, { [text]: "Łódź; 50%" });
    await give(two, { [text]: "" });
    const byText = (rest: string) => sorted(`attributes.${text}:${rest}`);
    expect(await byText("contains:lodz")).toEqual(["one"]);
    expect(await byText("equals:łódź\\; 50%")).toEqual(["one"]);
    expect(await byText("startsWith:50")).toEqual([]);
    expect(await byText("notEmpty")).toEqual(["one"]);
    for (const operator of ["empty", "notContains:LÓDZ", "notEquals:lodz\\; 50%"])
      expect([operator, await byText(operator)]).toEqual([operator, ["three", "two"]]);

    const number = await make("Number");
    await give(one, { [number]: 9 });
    await give(two, { [number]: 10.5 });
    const byNumber = (rest: string) => sorted(`attributes.${number}:${rest}`);
    expect(await byNumber("between:9,10")).toEqual(["one"]);
    expect(await byNumber("atLeast:9")).toEqual(["one", "two"]);
    expect(await byNumber("atMost:10")).toEqual(["one"]);
    expect(await byNumber("equals:10.5")).toEqual(["two"]);

    const flag = await make("Boolean");
    await give(one, { [flag]: true });
    await give(two, { [flag]: false });
    expect(await sorted(`attributes.${flag}:is:yes`)).toEqual(["one"]);
    expect(await sorted(`attributes.${flag}:is:no`)).toEqual(["two"]);

    // A day is the same in every time zone; a moment depends on the reader's.
    const since = await make("DateTime", { showTimeSelect: true });
    await give(one, { [since]: "2026-03-01" });
    await give(two, { [since]: "2026-03-01T23:30:00.000Z" });
    expect(await sorted(`attributes.${since}:between:2026-03-01,2026-03-01`)).toEqual(["one", "two"]);
    expect(await sorted(`attributes.${since}:between:2026-03-01,2026-03-01`, berlin)).toEqual(["one"]);
    expect(await sorted(`attributes.${since}:from:2026-03-02`, berlin)).toEqual(["two"]);
    expect(await sorted(`attributes.${since}:until:2026-03-01`, berlin)).toEqual(["one"]);
    expect(await sorted(`attributes.${since}:empty`)).toEqual(["three"]);

    const size = await make("Radios", { attributeCsvValues: "S;M;L" });
    await give(one, { [size]: "S" });
    await give(two, { [size]: "M" });
    expect(await sorted(`attributes.${size}:oneOf:S,L`)).toEqual(["one"]);
    const colours = await make("Checkboxes", { attributeCsvValues: "red;green;blue" });
    await give(one, { [colours]: "red;blue" });
    await give(two, { [colours]: "green" });
    expect(await sorted(`attributes.${colours}:oneOf:blue,red`)).toEqual(["one"]);

    const deputy = await make("DetailTable", { attributeFormat: "/dictionaries/roles" });
    await give(one, { [deputy]: two });
    expect(await sorted(`attributes.${deputy}:contains: TWO`)).toEqual(["one"]);
    const signed = await make("Signature");
    await give(one, {
      [signed]: { signatureName: "Ada", approvedSignature: "data:image/png;base64,iVBORw0KGgo=" },
    });
    expect(await sorted(`attributes.${signed}:equals:ada`)).toEqual(["one"]);

    expect(
      await sorted(`attributes.${flag}:is:no;attributes.${size.toUpperCase()}:oneOf:M;roleName:contains:two`),
    ).toEqual(["two"]);
  });

  test("[AA-04] [TL-04] an operator or value that does not fit the type is refused with valid ones", async () => {
    const { list } = await some("one");
    const attributes = {
      text: await make("String"),
      number: await make("Number"),
      flag: await make("Boolean"),
      since: await make("DateTime"),
      size: await make("CSV", { attributeCsvValues: "S;M;L" }),
    };
    for (const [name, rest, said] of [
      ["text", "atLeast:1", "contains, notContains, equals"],
      ["text", "contains:", "1 to 200 characters"],
      ["number", "contains:1", "equals, between, atLeast, atMost"],
      ["number", "equals:x", "numbers such as 5"],
      ["number", "between:10,9", "begins after its end"],
      ["flag", "is:true", "yes or no"],
      ["since", "from:2026-02-30", "days that exist"],
      ["size", "oneOf:XL", "S, M, L"],
      ["size", "equals:S", "oneOf"],
      ["number", "sounds:x", "“sounds”"],
    ] as const) {
      const { status, body } = await list({ filters: `attributes.${attributes[name]}:${rest}` });
      expect([rest, status, faultyFields(body)]).toEqual([rest, 400, ["filters"]]);
      expect(body.errors[0].message ?? JSON.stringify(body.errors)).toContain(said);
    }
  });

  test("[AA-04] [TL-03] attributes are exported with their types, filtered and in column order", async () => {
    const { phrase, ids } = await some("one", "two");
    const [one, two] = ids as [string, string];
    const text = await make("Textarea", { attributeFormat: "5" });
    const price = await make("Number");
    const insured = await make("Boolean");
    const agreed = await make("Boolean", { trueCaption: "I agree", falseCaption: "Never" });
    const day = await make("DateTime");
    const moment = await make("DateTime", { showTimeSelect: true });
    const colours = await make("Checkboxes", { attributeCsvValues: "red;green;blue" });
    const values = {
      [text]: "=1+1",
      [price]: 1234.5,
      [insured]: true,
      [agreed]: false,
      [day]: "2026-03-01",
      [moment]: "2026-03-01T23:30:00.000Z",
      [colours]: "red;blue",
    };
    await give(one, values);
    const fields = [...Object.keys(values).map((id) => `attributes.${id}`), "roleName"];
    const sheetOf = async (more: object) => {
      const response = await api.app.inject({
        method: "POST",
        url: "/roles/export",
        headers: { authorization: as(), lang: "de", timezone: "Europe/Berlin" },
        payload: { phrase, sortBy: "roleName", columns: fields.map((dataField) => ({ dataField })), ...more },
      });
      expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
      const workbook = new Workbook();
      await workbook.xlsx.load(response.rawPayload as unknown as ArrayBuffer);
      const sheet = workbook.worksheets[0];
      const rows: unknown[][] = [];
      sheet?.eachRow({ includeEmpty: true }, (row) => {
        rows.push(fields.map((_, at) => row.getCell(at + 1).value));
      });
      return rows;
    };
    const whole = [
      "=1+1",
      1234.5,
      "Ja",
      "Never",
      new Date("2026-03-01T00:00:00Z"),
      new Date("2026-03-02T00:30:00Z"),
      "red, blue",
      `${phrase} one`,
    ];
    expect(await sheetOf({})).toEqual([
      fields,
      whole,
      [null, null, null, null, null, null, null, `${phrase} two`],
    ]);
    expect(await sheetOf({ filters: `attributes.${price}:atLeast:1000` })).toEqual([fields, whole]);
    await give(two, { [price]: -1 });
    const order = async (sortDir: string, more: object = {}) =>
      (await sheetOf({ sortBy: `attributes.${price}`, sortDir, ...more })).map((row) => row.at(-1));
    expect(await order("asc")).toEqual(["roleName", `${phrase} two`, `${phrase} one`]);
    expect((await order("desc", { phrase: "" })).slice(0, 3)).toEqual([
      "roleName",
      `${phrase} one`,
      `${phrase} two`,
    ]);
    expect((await sheetOf({ phrase: "" })).length).toBeGreaterThan(2);

    const refused = (columns: object[]) => post("/roles/export", { columns });
    const faults = async (...dataFields: string[]) =>
      faultyFields((await refused(dataFields.map((dataField) => ({ dataField })))).body);
    expect(await faults("roleName", "attributes.x")).toEqual(["columns.1.dataField"]);
    expect(await faults(`attributes.${unknownId}`)).toEqual(["attributes.0"]);
    const more = await Promise.all(Array.from({ length: 11 }, () => make("String")));
    expect(await faults(...more.map((id) => `attributes.${id}`))).toEqual(["columns"]);
  });

  test("[AA-04] users and attachments have them too", async () => {
    const shared = await make("Number", {}, ["user", "attachment"]);
    const users = await api.request(`/users?phrase=admin&attributes=${shared}`, { as: as() });
    expect([users.status, users.body.list[0].attributes]).toEqual([200, {}]);
    const { userId } = users.body.list[0];
    await post(`/users/${userId}/attributes`, { attributeId: shared, attributeValue: 5 });
    const filters = `attributes.${shared}:equals:5`;
    const found = await api.request(`/users?${query({ attributes: shared, filters })}`, { as: as() });
    expect(found.body.list.map((row: { attributes: object }) => row.attributes)).toEqual([
      { [shared]: { attributeValue: 5, attributeValueName: "" } },
    ]);
    expect((await api.request(`/attachments?attributes=${shared}`, { as: as() })).status).toBe(200);
  });
});

describeApi(
  "attributes as columns in several tenants",
  (api) => {
    test("[AA-04] attributes of another tenant are unknown as columns, in filters, orders and exports", async () => {
      const [theirs, ours] = [unique("theirs"), unique("ours")];
      const [their, our] = [await makeAdministratorOf(api, theirs), await makeAdministratorOf(api, ours)];
      const post = (url: string, body: unknown, { as } = their) =>
        api.request(url, { method: "POST", as, body });
      const { body: attributeId } = await post(`/${theirs}/attributes`, {
        attributeName: unique("field_"),
        attributeTypeId: "String",
      });
      await post(`/${theirs}/attributes/${attributeId}/assignments`, { attributeAssignmentTypeId: "user" });
      for (const [tenant, { as }, status] of [
        [theirs, their, 200],
        [ours, our, 400],
      ] as const) {
        for (const asked of [
          `attributes=${attributeId}`,
          `filters=attributes.${attributeId}:empty`,
          `sortBy=attributes.${attributeId}`,
        ])
          expect([tenant, asked, (await api.request(`/${tenant}/users?${asked}`, { as })).status]).toEqual([
            tenant,
            asked,
            status,
          ]);
        const columns = [{ dataField: `attributes.${attributeId}` }];
        expect([
          tenant,
          (await post(`/${tenant}/users/export`, { columns }, { as } as typeof their)).status,
        ]).toEqual([tenant, status]);
      }
    });
  },
  { multiTenancy: true },
);
