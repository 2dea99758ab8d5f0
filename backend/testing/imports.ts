import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ImportDetail, ImportRow } from "../../lib/contract/imports";
import type { TestApi, TestResponse } from "./api";

interface Options {
  as?: string;
  name?: string;
  importId?: string;
  lang?: string;
  timezone?: string;
  /** Of how the file is read. */
  choice?: Record<string, string | number>;
}

/** Uploads files and processes imports. @param prefix of a tenant, such as `/main` */
export function importHelpers(api: TestApi, prefix: string) {
  const send = (area: string, content: string | Uint8Array, options: Options = {}): Promise<TestResponse> => {
    const { as = api.administrator, name = "file.csv", lang = "en", timezone = "UTC" } = options;
    const form = new FormData();
    form.append("id", options.importId ?? randomUUID());
    form.append("area", area);
    for (const [key, value] of Object.entries(options.choice ?? {})) form.append(key, String(value));
    form.append("file", new Blob([content as BlobPart]), name);
    return api.request(`${prefix}/imports`, { method: "POST", as, form, headers: { lang, timezone } });
  };
  const call = async (importId: string, what: string, body?: object, options: Options = {}) =>
    api.request(`${prefix}/imports/${importId}/${what}`, {
      method: what === "columns" ? "PUT" : "POST",
      as: options.as ?? api.administrator,
      body: what === "dry-run" || what === "undo" ? undefined : body,
      headers: { lang: options.lang ?? "en", timezone: options.timezone ?? "UTC" },
    });
  /** Calls until all rows had their turn. */
  const through = async (
    importId: string,
    what: "dry-run" | "run",
    body?: object,
    options: Options = {},
  ): Promise<ImportDetail> => {
    for (;;) {
      const response = await call(importId, what, body, options);
      expect(response.status, response.text).toBe(200);
      const detail: ImportDetail = response.body;
      const counts = what === "run" ? detail.run : detail.dryRun;
      if (counts.rows === detail.rowCount || (what === "run" && detail.isAllOrNothing && counts.faulty > 0))
        return detail;
    }
  };
  const rowsOf = async (importId: string, query = "", as = api.administrator): Promise<ImportRow[]> =>
    (await api.request(`${prefix}/imports/${importId}/rows${query}`, { as })).body.list;
  const begun = async (
    area: string,
    content: string | Uint8Array,
    options: Options = {},
  ): Promise<ImportDetail> => {
    const response = await send(area, content, options);
    expect(response.status, response.text).toBe(200);
    return response.body;
  };
  return { send, call, through, rowsOf, begun };
}
