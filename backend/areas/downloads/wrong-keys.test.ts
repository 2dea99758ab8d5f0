import { expect, test } from "vitest";
import { missesAllowed } from "../../access/share-key-throttle";
import { buildApp } from "../../app";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";

const day = 24 * 60 * 60 * 1000;

describeApi("keys of shares that lead nowhere", (api) => {
  /** @returns the key of a new file's share */
  const share = async () => {
    const form = new FormData();
    form.append("fileName", "Shared");
    form.append("file", new Blob(["for you"]), "a.txt");
    const asked = { method: "POST", as: api.administrator } as const;
    const { body: id } = await api.request("/attachments", { ...asked, form });
    const body = { validUntil: new Date(Date.now() + day).toISOString() };
    return (await api.request(`/attachments/${id}/shares`, { ...asked, body })).body as string;
  };
  const downloadCountOf = async (key: string) => {
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ count: number }>(
        sql`select download_count as count from attachment_shares where share_key = ${key}`,
      ),
    );
    return rows[0]?.count;
  };
  // Each test comes from its own networks.
  let network = 0;
  const visitor = () => {
    const address = `203.0.${++network}.7`;
    return (path: string, body?: object) =>
      api.request(`/downloads/${path}`, { address, ...(body && { method: "POST", body }) });
  };

  test("[AM-03] too many wrong keys stop revealing anything, and affect no other network", async () => {
    const key = await share();
    const visit = visitor();
    const all = await Promise.all(Array.from({ length: 90 }, (_, index) => visit(`guess${index}/file`)));
    const codes = all.map(({ status }) => status).sort();
    expect(codes).toEqual([...Array(missesAllowed).fill(404), ...Array(90 - missesAllowed).fill(429)]);
    // A right key gets the same responses as a wrong one.
    const answers = await Promise.all([
      ...["wrong", key].flatMap((any) => [visit(any), visit(`${any}/file`), visit(`${any}/preview`)]),
      ...["wrong", key].map((any) => visit(`${any}/tickets`, { password: "sesame" })),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([429, "tooManyWrongLinks"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    }
    expect(await downloadCountOf(key)).toBe(0);
    expect((await visitor()(key)).status).toBe(200);
  });

  test("[AM-03] after its minute a network is served again, and right keys were never counted", async () => {
    const key = await share();
    const visit = visitor();
    const minuteLater = () =>
      api.connection.transaction("owner", (db) =>
        db.execute(
          sql`update sign_in_failures set window_started_on = window_started_on - interval '1 minute'`,
        ),
      );
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < missesAllowed; index += 1) {
        expect((await visit(`guess${index}`)).status).toBe(404);
        if (index < missesAllowed - 1) expect((await visit(`${key}/file`)).status).toBe(200);
      }
      expect((await visit(`${key}/file`)).status).toBe(429);
      await minuteLater();
      expect((await visit(key)).status).toBe(200);
    }
  });

  test("[AM-03] IPv6 is counted by network, since one customer has all its addresses", async () => {
    const key = await share();
    const from = (address: string, path: string) => api.request(`/downloads/${path}`, { address });
    await Promise.all(
      Array.from({ length: missesAllowed }, (_, index) => from(`2001:db8:0:7::${index + 1}`, "guess")),
    );
    expect((await from("2001:db8:0:7:ffff::1", key)).status).toBe(429);
    expect((await from("2001:db8:0:8::1", key)).status).toBe(200);
  });

  test("[AM-03] several API processes count together", async () => {
    const key = await share();
    const other = await buildApp({ config: api.config, connection: api.connection });
    const remoteAddress = "198.51.100.9";
    const from = async (app: typeof other, path: string) =>
      (await app.inject({ url: `/downloads/${path}`, remoteAddress })).statusCode;
    for (let index = 0; index < missesAllowed; index += 1)
      await from(index % 2 ? other : api.app, `guess${index}`);
    expect([await from(other, key), await from(api.app, key)]).toEqual([429, 429]);
    await other.close();
  });
});
