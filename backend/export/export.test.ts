import { Workbook } from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { userRecords } from "../../lib/contract/users";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { describeApi } from "../testing/api";

const columns = [
  { dataField: "userName", dataType: "text", text: "User name", caption: "User name", index: 0 },
];

describeApi("export", (api) => {
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: "POST",
      url,
      headers: { authorization: api.administrator, "content-type": "application/json", ...headers },
      payload: JSON.stringify(body),
    });

  /** Rows of the first sheet, including the header. */
  async function sheetOf(url: string, body: unknown, headers?: Record<string, string>) {
    const response = await post(url, body, headers);
    expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
    const workbook = new Workbook();
    await workbook.xlsx.load(response.rawPayload as unknown as ArrayBuffer);
    const sheet = workbook.worksheets[0];
    const rows: unknown[][] = [];
    sheet?.eachRow({ includeEmpty: true }, (row) => {
      rows.push(Array.from({ length: sheet.columnCount }, (_, index) => row.getCell(index + 1).value));
    });
    return { response, sheet, rows };
  }

  beforeAll(async () => {
    for (const [userName, firstName, lastName] of [
      ["formula", "=1+1", '=HYPERLINK("http://localhost")'],
      ["at", "@SUM(A1)", "-1"],
      ["unicode", "Žofka 😀 <b>&amp;</b>", "_x0041_ Müller"],
    ])
      await api.request("/users/create", {
        method: "POST",
        as: api.administrator,
        body: {
          userName,
          firstName,
          lastName,
          email: `${userName}@example.test`,
          password: "long enough",
          roleIds: [],
        },
      });
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`insert into tenants (identifier, name) values ('acme', 'Acme')`),
    );
  });

  test("[TL-03] exports require signing in and the permission to view", async () => {
    expect((await post("/users/export", { columns }, { authorization: "" })).statusCode).toBe(401);
    const stranger = await api.signedIn("at");
    const refused = await post("/users/export", { columns }, { authorization: stranger });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers["content-disposition"]).toBeUndefined();
    expect(
      (await post("/roles/export", { columns: [{ dataField: "roleName" }] }, { authorization: stranger }))
        .statusCode,
    ).toBe(403);
  });

  test("[TL-03] an unavailable column, no column, or an invalid query is a field error", async () => {
    const propertyNames = async (body: unknown) => {
      const response = await post("/users/export", body);
      expect(response.statusCode).toBe(400);
      return response.json().errors.map((fault: { propertyName: string }) => fault.propertyName);
    };
    expect(await propertyNames({ columns: [...columns, { dataField: "password_hash" }] })).toEqual([
      "columns.1.dataField",
    ]);
    expect(await propertyNames({ columns: [] })).toEqual(["columns"]);
    expect(await propertyNames({})).toEqual(["columns"]);
    expect(await propertyNames({ columns, sortBy: ";drop" })).toEqual(["sortBy"]);
  });

  test("[TL-03] names that look like formulas, markup or escapes stay unchanged", async () => {
    const { rows, sheet } = await sheetOf("/users/export", {
      phrase: "example.test",
      sortBy: "userName",
      sortDir: "desc",
      columns: [
        { dataField: "lastName", caption: "=Name", index: 2 },
        { dataField: "firstName", caption: "First name", index: 1 },
        { dataField: "userName", caption: "User name", index: 0 },
      ],
    });
    expect(rows).toEqual([
      ["User name", "First name", "=Name"],
      ["unicode", "Žofka 😀 <b>&amp;</b>", "_x0041_ Müller"],
      ["formula", "=1+1", '=HYPERLINK("http://localhost")'],
      ["at", "@SUM(A1)", "-1"],
    ]);
    expect(sheet?.getCell("A1").font.bold).toBe(true);
  });

  test("[TL-03] instants are real dates in the user's time zone and language", async () => {
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update users set last_login_on = '2026-03-01T23:30:59.987Z' where user_name = 'at'`),
    );
    const body = {
      phrase: "at@example",
      columns: [
        { dataField: "lastLoginDate", dataType: "dateTime", caption: "a" },
        { dataField: "lastLoginDate", dataType: "date", caption: "b" },
        { dataField: "lastLoginDate", dataType: "time", caption: "c" },
        { dataField: "lastLoginDate", dataType: "date", format: "yyyy-MM-dd", caption: "d" },
      ],
    };
    const german = await sheetOf("/users/export", body, { lang: "de", timezone: "Europe/Berlin" });
    expect(german.rows[1]?.slice(0, 2)).toEqual([
      new Date("2026-03-02T00:30:00Z"),
      new Date("2026-03-02T00:00:00Z"),
    ]);
    const formats = (sheet: typeof german.sheet) =>
      [1, 2, 3, 4].map((column) => sheet?.getCell(2, column).numFmt);
    expect(formats(german.sheet)).toEqual(["dd.mm.yyyy hh:mm", "dd.mm.yyyy", "hh:mm", "yyyy-mm-dd"]);
    const english = await sheetOf("/users/export", body, { lang: "en", timezone: "America/New_York" });
    expect(english.rows[1]?.[0]).toEqual(new Date("2026-03-01T18:30:00Z"));
    expect(formats(english.sheet)).toEqual(["mm-dd-yyyy hh:mm", "mm-dd-yyyy", "hh:mm", "yyyy-mm-dd"]);
    expect(english.response.headers["content-disposition"]).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.xlsx"; /,
    );
    expect(english.response.headers["content-type"]).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
  });

  test.each([
    ["pl", "dd.mm.yyyy"],
    ["sr", "dd.mm.yyyy."],
  ])("[TL-03] [PR-02] dates have the usual format of %s", async (lang, date) => {
    const columns = ["date", "dateTime"].map((dataType) => ({ dataField: "lastLoginDate", dataType }));
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update users set last_login_on = '2026-03-01T12:00:00Z' where user_name = 'at'`),
    );
    const { sheet } = await sheetOf("/users/export", { phrase: "at@example", columns }, { lang });
    expect([1, 2].map((column) => sheet?.getCell(2, column).numFmt)).toEqual([date, `${date} hh:mm`]);
  });

  test("[TL-03] a cell contains an instant as displayed, with any pattern, before 1970 too", async () => {
    const moments = ["2026-03-01T22:59:59.999Z", "2026-07-01T23:45:30.500Z", "1969-12-31T23:59:59.999Z"];
    const patterns = {
      "dd.MM.yyyy HH:mm": (day: string, time: string) => `${day}T${time.slice(0, 5)}:00.000Z`,
      "dd.MM.yyyy HH:mm:ss": (day: string, time: string) => `${day}T${time}.000Z`,
      "dd.MM.yyyy HH": (day: string, time: string) => `${day}T${time.slice(0, 2)}:00:00.000Z`,
      "dd.MM.yyyy": (day: string) => `${day}T00:00:00.000Z`,
      "HH:mm": (_: string, time: string) => `1899-12-30T${time.slice(0, 5)}:00.000Z`,
      "HH:mm:ss": (_: string, time: string) => `1899-12-30T${time}.000Z`,
    };
    for (const moment of moments)
      for (const timeZone of ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"]) {
        await api.connection.transaction("owner", (db) =>
          db.execute(
            sql`update users set last_login_on = ${moment}::timestamptz where user_name = 'formula'`,
          ),
        );
        const { rows } = await sheetOf(
          "/users/export",
          {
            phrase: "formula@",
            columns: Object.keys(patterns).map((format) => ({ dataField: "lastLoginDate", format })),
          },
          { timezone: timeZone },
        );
        const clock = new Intl.DateTimeFormat("sv", {
          timeZone,
          dateStyle: "short",
          timeStyle: "medium",
        });
        const [day = "", time = ""] = clock.format(new Date(moment)).split(" ");
        expect(rows[1]?.map((value) => (value as Date).toISOString())).toEqual(
          Object.values(patterns).map((shown) => shown(day, time)),
        );
      }
  });

  test("[TL-03] [BE-01] an invalid pattern is detected quickly, however it begins", async () => {
    for (const letter of ["d", "M", "H", "m", "yy"]) {
      const column = { dataField: "createdOn", format: `${letter.repeat(30 / letter.length)}x` };
      const before = performance.now();
      const { sheet } = await sheetOf("/users/export", { phrase: "formula@", columns: [column] });
      expect(performance.now() - before, letter).toBeLessThan(5_000);
      expect(sheet?.getCell(2, 1).numFmt).toBe("mm-dd-yyyy hh:mm");
    }
  });

  test("[TL-03] booleans, file and sheet names are in the language of the request", async () => {
    const { rows, sheet, response } = await sheetOf(
      "/roles/export",
      {
        columns: [
          { dataField: "roleName", caption: "Rolle" },
          { dataField: "isBuiltIn", text: "Eingebaut" },
          { dataField: "isDefault" },
        ],
      },
      { lang: "de" },
    );
    expect(rows).toEqual([
      ["Rolle", "Eingebaut", "isDefault"],
      ["Administrator", "Ja", "Nein"],
    ]);
    expect(sheet?.name).toBe("Rollen");
    expect(response.headers["content-disposition"]).toContain('filename="rollen-');
  });

  test("[TL-03] an export has the filters of the list", async () => {
    const filtered = await sheetOf("/users/export", {
      filters: "userName:startsWith:unic;lastLoginDate:empty",
      columns,
    });
    expect(filtered.rows).toEqual([["User name"], ["unicode"]]);
    const refused = await post("/users/export", { filters: "password:contains:x", columns });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].propertyName).toBe("filters");
  });

  test("[TL-03] an export without rows has only the header", async () => {
    const { rows } = await sheetOf("/users/export", { phrase: "nobody is called that", columns });
    expect(rows).toEqual([["User name"]]);
  });

  test("[TL-03] every available column can be exported", async () => {
    const all = Object.keys(userRecords.exportColumns).map((dataField) => ({ dataField }));
    const { rows } = await sheetOf("/users/export", { columns: all });
    expect(rows).toHaveLength(5);
  });

  test("[TL-03] many rows arrive once each, in order, and none of another tenant", async () => {
    const rolesOf = (identifier: string, prefix: string) =>
      api.connection
        .transaction("owner", (db) =>
          db.execute<{ id: string }>(
            sql`select tenant_id as id from tenants where identifier = ${identifier}`,
          ),
        )
        .then(({ rows }) =>
          inTenant(api.connection, rows[0]?.id ?? "", undefined, (db) =>
            db.execute(
              sql`insert into roles (role_name) select ${prefix}::text || n from generate_series(10000, 12500) as n`,
            ),
          ),
        );
    await rolesOf("main", "Ours ");
    await rolesOf("acme", "Theirs ");
    const { rows } = await sheetOf("/roles/export", {
      columns: [{ dataField: "roleName", caption: "Role" }],
    });
    expect(rows.flat()).toEqual([
      "Role",
      "Administrator",
      ...Array.from({ length: 2501 }, (_, n) => `Ours ${n + 10000}`),
    ]);
  });

  test("[TL-03] an export leaves nothing open", async () => {
    const { rows } = await sheetOf("/users/export", { columns });
    expect(rows).toHaveLength(5);
    const { rows: cursors } = await api.connection.transaction("owner", (db) =>
      db.execute(sql`select name from pg_cursors where name like 'rows\\_%'`),
    );
    expect(cursors).toEqual([]);
  });
});
