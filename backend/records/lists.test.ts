import { Workbook } from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeParts, partRecords, partRoutes } from "../testing/parts";

type Values = Record<string, unknown>;

const url = "/spare-parts";
const zones = ["Pacific/Pago_Pago", "America/Los_Angeles", "UTC", "Europe/Berlin", "Pacific/Kiritimati"];

/** In the order of their names. */
const parts: Values[] = [
  { partName: "Anker", partCode: "x_1", size: 5, weight: 0.5, since: "2026-03-02", state: "closed" },
  { partName: "Bolt", size: 1, weight: 12.25, isActive: false, checkedOn: "2026-03-01T23:30:00.000Z" },
  { partName: "Écrou", weight: 3, since: "2026-03-01", builtOn: "2026-01-31", note: "<p>hidden</p>" },
  { partName: "Zahnrad", partCode: "Bolt", size: 2, weight: 3, since: "0999-12-31" },
];
const [anker, bolt, ecrou, zahnrad] = parts.map(({ partName }) => String(partName));

describeApi(
  "lists of records that are declared once",
  (api) => {
    beforeAll(async () => {
      await makeParts(api);
      for (const body of parts) {
        const made = await api.request(url, { method: "POST", as: api.administrator, body });
        expect(made.status, made.text).toBe(200);
      }
    });
    const names = async (query: Record<string, string>, timeZone = "UTC") => {
      const response = await api.request(`${url}?${new URLSearchParams(query)}`, {
        as: api.administrator,
        headers: { timezone: timeZone },
      });
      return response.body.list?.map(({ partName }: Values) => partName) ?? response.status;
    };

    test("[TL-01] a list sorts by each of its columns, by name by default; missing values come first", async () => {
      expect(await names({})).toEqual([anker, bolt, ecrou, zahnrad]);
      expect(await names({ sortBy: "since" })).toEqual([bolt, zahnrad, ecrou, anker]);
      expect(await names({ sortBy: "since", sortDir: "desc" })).toEqual([anker, ecrou, zahnrad, bolt]);
      expect(await names({ sortBy: "size" })).toEqual([ecrou, bolt, zahnrad, anker]);
      expect((await names({ sortBy: "weight" })).at(-1)).toBe(bolt);
      const sortable = partRecords.calls.list.list?.sortable ?? [];
      expect(sortable).toContain("checkedOn");
      for (const sortBy of sortable) expect(await names({ sortBy })).toHaveLength(parts.length);
      for (const sortBy of ["note", "batch", "double", "part_name"])
        expect(await names({ sortBy })).toBe(400);
    });

    test("[TL-01] phrases search only the searched columns", async () => {
      expect(await names({ phrase: "ECROU" })).toEqual([ecrou]);
      expect(await names({ phrase: "bolt" })).toEqual([bolt, zahnrad]);
      expect(await names({ phrase: "x_" })).toEqual([anker]);
      expect(await names({ phrase: "hidden" })).toEqual([]);
    });

    test("[TL-04] each kind of column is filtered by its type", async () => {
      const found: [string, (string | undefined)[]][] = [
        ["partName:contains:cro", [ecrou]],
        ["partCode:equals:BOLT", [zahnrad]],
        ["partCode:empty", [bolt, ecrou]],
        ["size:between:2,5", [anker, zahnrad]],
        ["weight:atLeast:12.25", [bolt]],
        ["double:equals:6", [ecrou, zahnrad]],
        ["isActive:is:no", [bolt]],
        ["state:oneOf:closed", [anker]],
        ["checkedOn:notEmpty", [bolt]],
        ["builtOn:until:2026-01-31", [anker, bolt, ecrou, zahnrad]],
        ["builtOn:from:2026-01-31", [ecrou]],
      ];
      for (const [filters, expected] of found)
        expect([filters, await names({ filters })]).toEqual([filters, expected]);
      for (const filters of [
        "note:contains:x",
        "batch:equals:x",
        "builtOn:empty",
        "state:oneOf:gone",
        "size:is:yes",
      ])
        expect([filters, await names({ filters })]).toEqual([filters, 400]);
    });

    test("[TL-04] a day is the same in every time zone, unlike an instant", async () => {
      for (const zone of zones) {
        const filtered = (filters: string) => names({ filters }, zone);
        expect(await filtered("since:between:2026-03-01,2026-03-01")).toEqual([ecrou]);
        expect(await filtered("since:from:2026-03-02")).toEqual([anker]);
        expect(await filtered("since:until:2026-02-28")).toEqual([zahnrad]);
        expect(await filtered("since:empty")).toEqual([bolt]);
        expect(await filtered("since:notEmpty")).toEqual([anker, ecrou, zahnrad]);
      }
      const sameDay = "checkedOn:between:2026-03-01,2026-03-01";
      expect(await names({ filters: sameDay }, "UTC")).toEqual([bolt]);
      expect(await names({ filters: sameDay }, "Europe/Berlin")).toEqual([]);
    });

    test("[TL-03] an export writes each column with its type, in every time zone", async () => {
      for (const timeZone of zones) {
        const names = ["partName", "size", "weight", "double", "isActive", "since", "builtOn", "state"];
        const response = await api.app.inject({
          method: "POST",
          url: `${url}/export`,
          headers: { authorization: api.administrator, timezone: timeZone, lang: "de" },
          payload: { columns: names.map((dataField) => ({ dataField })), filters: "since:from:2000-01-01" },
        });
        expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
        const workbook = new Workbook();
        await workbook.xlsx.load(response.rawPayload as unknown as ArrayBuffer);
        const sheet = workbook.worksheets[0];
        const row = (at: number) => names.map((_, index) => sheet?.getRow(at).getCell(index + 1).value);
        const day = (text: string) => new Date(`${text}T00:00:00Z`);
        expect(row(2)).toEqual([anker, 5, 0.5, 1, "Ja", day("2026-03-02"), day("2020-02-29"), "closed"]);
        expect(row(3)).toEqual([ecrou, null, 3, 6, "Ja", day("2026-03-01"), day("2026-01-31"), "open"]);
      }
      const refused = await api.request(`${url}/export`, {
        method: "POST",
        as: api.administrator,
        body: { columns: [{ dataField: "note" }] },
      });
      expect(refused.status).toBe(400);
    });
  },
  {},
  partRoutes,
);
