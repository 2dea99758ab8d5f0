import fc from "fast-check";
import { expect, test } from "vitest";
import { type SQL, sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { makeRole, personWith, unique } from "../../testing/factories";
import { importHelpers } from "../../testing/imports";

interface Made {
  id: string;
  name: string;
}

describeApi("attributes in imports", (api) => {
  const { begun, call, through, rowsOf } = importHelpers(api, "");
  const as = () => api.administrator;
  const post = (url: string, body: unknown) => api.request(url, { method: "POST", as: as(), body });

  const make = async (attributeTypeId: string, more: object = {}, assignment: object = {}): Promise<Made> => {
    const name = unique("field_");
    const made = await post("/attributes", { attributeName: name, attributeTypeId, ...more });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    const body = { attributeAssignmentTypeId: "role", ...assignment };
    expect((await post(`/attributes/${made.body}/assignments`, body)).status).toBe(200);
    return { id: made.body, name };
  };
  const give = async (roleId: string, values: readonly (readonly [Made, unknown])[]) => {
    const attributes = values.map(([{ id }, attributeValue]) => ({ attributeId: id, attributeValue }));
    const saved = await api.request(`/roles/${roleId}/attributes`, {
      method: "PUT",
      as: as(),
      body: { attributes },
    });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  };
  /** A role's values by attribute name, without signer and time of signature. */
  const valuesOf = async (roleId: string): Promise<Record<string, unknown>> => {
    const { body } = await api.request(`/roles/${roleId}/attributes?pageLimit=100`, { as: as() });
    return Object.fromEntries(
      body.list.map(({ attributeName, attributeTypeId, attributeValue }: Record<string, string>) => [
        attributeName,
        attributeTypeId === "Signature" && attributeValue
          ? JSON.parse(attributeValue).signatureName
          : attributeValue,
      ]),
    );
  };
  const exported = async (
    phrase: string,
    attributes: readonly Made[],
    headers: Record<string, string> = {},
  ) => {
    const response = await api.app.inject({
      method: "POST",
      url: "/roles/export",
      headers: { authorization: as(), ...headers },
      payload: {
        phrase,
        columns: [
          { dataField: "roleName", caption: "Role name" },
          ...attributes.map(({ id, name }) => ({ dataField: `attributes.${id}`, caption: name })),
        ],
      },
    });
    expect(response.statusCode).toBe(200);
    return response.rawPayload;
  };
  const asOwner = (statement: SQL) => api.connection.transaction("owner", (db) => db.execute(statement));

  test.each(["en", "de", "sr"])(
    "[TL-09] [AA-04] exported attributes of every type are imported unchanged in %s",
    async (lang) => {
      const text = await make("String");
      const price = await make("Number", { decimalScale: 3 });
      const count = await make("Number", { decimalScale: 0 });
      const total = await make("Number", { calculatedAttribute: `${price.name} * ${count.name}` });
      const insured = await make("Boolean");
      const said = await make("Boolean", { trueCaption: "Insured", falseCaption: "Not insured" });
      const since = await make("DateTime");
      const at = await make("DateTime", { showTimeSelect: true });
      const one = await make("CSV", { attributeCsvValues: "1;2.50;low, high" });
      const radio = await make("Radios", { attributeCsvValues: "North;South" });
      const several = await make("Checkboxes", { attributeCsvValues: "a;a, b;b;c" });
      const deputy = await make("DetailTable", { attributeFormat: "/dictionaries/roles" });
      const signed = await make("Signature");
      const note = await make("Textarea");
      const all = [
        text,
        price,
        count,
        total,
        insured,
        said,
        since,
        at,
        one,
        radio,
        several,
        deputy,
        signed,
        note,
      ];
      const mark = unique("Round ");
      const full = await makeRole(api, { roleName: `${mark} full` });
      await makeRole(api, { roleName: `${mark} empty` });
      await give(full, [
        [text, "00042"],
        [price, 1.234],
        [count, 1234],
        [total, null],
        [insured, false],
        [said, true],
        [since, "1899-05-01"],
        [at, "2026-03-01T09:30:00Z"],
        [one, "low, high"],
        [radio, "South"],
        [several, "a, b;c"],
        [deputy, full],
        [signed, { signatureName: "Ada", approvedSignature: "" }],
        [note, "=1+1\nsecond line"],
      ]);
      const options = { name: "roles.xlsx", lang, timezone: "Europe/Berlin" };
      const before = await valuesOf(full);
      // A list has at most ten attributes.
      for (const some of [all.slice(0, 7), all.slice(7)]) {
        const file = await exported(mark, some, { lang, timezone: options.timezone });
        const same = await begun("roles", file, options);
        expect(same.columns.map(({ field }) => field)).toEqual([
          "roleName",
          ...some.map(({ id }) => `attributes.${id}`),
        ]);
        const dry = await through(same.importId, "dry-run", undefined, options);
        expect(dry.dryRun).toMatchObject({ rows: 2, unchanged: 2 });
        // After emptying and renaming: one row restores a value, and one creates a record.
        const ids = some.map(({ id }) => id).join(",");
        await asOwner(
          sql`delete from role_attributes where role_id = ${full} and attribute_id = any(string_to_array(${ids}, ',')::uuid[])`,
        );
        const refilled = await begun("roles", file, options);
        const done = await through(refilled.importId, "run", { isAllOrNothing: false }, options);
        expect(await rowsOf(refilled.importId, "?outcome=faulty")).toEqual([]);
        expect(done.run).toMatchObject({ changed: 1, unchanged: 1 });
        expect(await valuesOf(full)).toEqual(before);
        expect((await call(refilled.importId, "undo")).body.undo).toMatchObject({ undone: 1, kept: 0 });
        for (const { name } of some) expect(await valuesOf(full)).not.toHaveProperty(name);
        const redone = await begun("roles", file, options);
        await through(redone.importId, "run", { isAllOrNothing: false }, options);
        expect(await valuesOf(full)).toEqual(before);
      }
      const others = all.slice(0, 10);
      const file = await exported(`${mark} full`, others, { lang, timezone: options.timezone });
      await asOwner(sql`update roles set role_name = ${unique("Renamed ")} where role_id = ${full}`);
      const created = await begun("roles", file, options);
      expect((await through(created.importId, "run", { isAllOrNothing: false }, options)).run).toMatchObject({
        created: 1,
      });
      const [row] = await rowsOf(created.importId);
      const names = others.map(({ name }) => name);
      expect(await valuesOf(row?.recordId ?? "")).toEqual(
        Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name))),
      );
      expect((await call(created.importId, "undo")).body.undo).toMatchObject({ undone: 1 });
    },
  );

  test("[TL-09] [AA-04] arbitrary texts and numbers of attributes survive an export and an import", async () => {
    const text = await make("String");
    const number = await make("Number");
    const line = fc
      .string({ unit: "binary", maxLength: 20 })
      .map((given) => given.replace(/[\p{C}\p{Z}]/gu, "").trim());
    const mark = unique("Any ");
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(line, fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 })),
          {
            minLength: 5,
            maxLength: 15,
          },
        ),
        async (rows) => {
          const roleName = `${mark} ${unique()}`;
          const ids: string[] = [];
          for (const [index, [given, digits, decimals]] of rows.entries()) {
            const id = await makeRole(api, { roleName: `${roleName} ${index}` });
            ids.push(id);
            await give(id, [
              [text, given],
              [number, digits / 10 ** decimals],
            ]);
          }
          const before = await Promise.all(ids.map(valuesOf));
          const file = await exported(roleName, [text, number]);
          for (const id of ids)
            await give(id, [
              [text, null],
              [number, null],
            ]);
          const { importId } = await begun("roles", file, { name: "roles.xlsx" });
          await through(importId, "run", { isAllOrNothing: false });
          expect(await rowsOf(importId, "?outcome=faulty")).toEqual([]);
          expect(await Promise.all(ids.map(valuesOf))).toEqual(before);
        },
      ),
      { numRuns: 3 },
    );
  });

  test("[PM-02] [TL-09] attributes require the permission to set values, and invalid ones are named", async () => {
    const number = await make("Number", { decimalScale: 1 });
    const choice = await make("Radios", { attributeCsvValues: "North;South" }, { isRequired: true });
    const roleName = unique("Named ");
    await makeRole(api, { roleName });
    const csv = `Role name;${number.name};${choice.name}\n${roleName};1,25;West\n`;
    const viewer = await personWith(api, ["RoleView", "RoleView_AddAction", "RoleView_AttributeSection"]);
    const seen = await begun("roles", csv, { as: viewer.as });
    expect(seen.columns.map(({ field }) => field)).toEqual(["roleName", null, null]);
    const { importId } = await begun("roles", csv);
    await through(importId, "dry-run");
    const [row] = await rowsOf(importId);
    expect(row?.error?.errors?.map(({ propertyName }) => propertyName)).toEqual([
      `attributes.${number.id}`,
      `attributes.${choice.id}`,
    ]);
    const file = await api.request(`/imports/${importId}/faults`, { as: as() });
    expect(file.text).toContain(`${number.name}: `);
    expect(file.text).toContain(`${choice.name}: `);
  });

  test("[TL-09] values changed later by others are not undone; the dry run shows values", async () => {
    const number = await make("Number");
    const [one, two] = [unique("One "), unique("Two ")];
    const ids = [await makeRole(api, { roleName: one }), await makeRole(api, { roleName: two })] as const;
    await give(ids[0], [[number, 5]]);
    const csv = `Role name\t${number.name}\n${one}\t1,234.5\n${two}\t7\n${two} new\t8\n`;
    const { importId } = await begun("roles", csv);
    await through(importId, "dry-run");
    const field = `attributes.${number.id}`;
    expect((await rowsOf(importId)).map(({ values }) => values)).toEqual([
      [{ field, value: "1,234.5", before: "5" }],
      [{ field, value: "7", before: "" }],
      [
        { field: "roleName", value: `${two} new` },
        { field, value: "8" },
      ],
    ]);
    await through(importId, "run", { isAllOrNothing: false });
    await give(ids[1], [[number, 70]]);
    expect((await call(importId, "undo")).body.undo).toEqual({ rows: 3, undone: 2, kept: 1 });
    expect(await valuesOf(ids[0])).toEqual({ [number.name]: 5 });
    expect(await valuesOf(ids[1])).toEqual({ [number.name]: 70 });
  });
});
