import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { unique } from "../../testing/factories";

const password = "Correct-horse-7";
const newDevice = () => randomBytes(32).toString("base64url");

describeApi("devices that were signed in from", (api) => {
  let userName: string;
  let addresses = 0;
  beforeEach(async () => {
    userName = unique("device");
    await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password, roleIds: [] },
    });
  });

  /** Each from its own address by default. */
  const signIn = async (given: string, devices: { now?: string; next?: string } = {}, address?: string) => {
    addresses += 1;
    const { status } = await api.request("/auth", {
      as: basic(userName, given),
      headers: {
        ...(devices.now && { "x-device": devices.now }),
        ...(devices.next && { "x-device-next": devices.next }),
      },
      address: address ?? `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`,
    });
    return status;
  };
  const guess = async (times: number, devices?: { now?: string; next?: string }, address?: string) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) statuses.push(await signIn("a guess", devices, address));
    return statuses;
  };
  const known = async () => {
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute(
        sql`select d.device_hash from known_devices d join accounts a using (user_id) where a.user_name = ${userName}`,
      ),
    );
    return rows.length;
  };

  test("[AU-14] a change of one's own password ends known devices, one of which may be a stranger's", async () => {
    await signIn(password, { next: newDevice() });
    await signIn(password, { next: newDevice() });
    expect(await known()).toBe(2);
    const body = {
      currentPassword: password,
      password: "Another-horse-8",
      passwordRepeat: "Another-horse-8",
    };
    const as = await api.signedIn(userName);
    expect((await api.request("/user/password", { method: "PUT", as, body })).status).toBe(204);
    expect(await known()).toBe(0);
  });

  test("[AU-02] guesses from elsewhere lock out others, but not the account's owner", async () => {
    const device = newDevice();
    expect(await signIn(password, { next: device })).toBe(200);
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn(password)).toBe(429);
    expect(await signIn(password, { now: newDevice(), next: newDevice() })).toBe(429);
    const next = newDevice();
    expect(await signIn(password, { now: device, next })).toBe(200);
    // The other network is still throttled.
    expect(await signIn("a guess")).toBe(429);
    // A device name works once, so a leaked one is useless.
    expect(await signIn(password, { now: device, next: newDevice() })).toBe(429);
    expect(await signIn(password, { now: next, next: newDevice() })).toBe(200);
  });

  test("[AU-02] a flood of guesses at other accounts does not delay the account's owner", async () => {
    const device = newDevice();
    expect(await signIn(password, { next: device })).toBe(200);
    let answered = 0;
    const flood = Array.from({ length: 20 }, async (_, index) => {
      const as = basic(`nobody-${index}`, "a guess");
      const { status } = await api.request("/auth", { as, address: `192.0.2.${index + 1}` });
      answered += 1;
      return status;
    });
    expect(await signIn(password, { now: device, next: newDevice() })).toBe(200);
    expect(answered).toBeLessThan(10);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
  });

  test("[AU-02] a throttled address does not throttle known devices", async () => {
    const device = newDevice();
    const shared = "203.0.113.7";
    expect(await signIn(password, { next: device }, shared)).toBe(200);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`insert into sign_in_failures (subject, failures, blocked_until)
        values (${`address:${shared}`}, 9, now() + interval '10 minutes')`),
    );
    expect(await signIn(password, {}, shared)).toBe(429);
    expect(await signIn(password, { now: device, next: newDevice() }, shared)).toBe(200);
  });

  test("[AU-02] five wrong passwords slow a known device down, and the account for all others", async () => {
    const device = newDevice();
    expect(await signIn(password, { next: device })).toBe(200);
    expect(await guess(6, { now: device, next: newDevice() })).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn(password, { now: device })).toBe(429);
    expect(await signIn(password)).toBe(429);
  });

  test("[AU-02] of many concurrent guesses from a known device none beyond the fifth is checked", async () => {
    const device = newDevice();
    expect(await signIn(password, { next: device })).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => signIn("a guess", { now: device })));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  test("[AU-02] a device is known only for the account that signed in on it", async () => {
    const device = newDevice();
    const owner = userName;
    expect(await signIn(password, { next: device })).toBe(200);
    userName = unique("device");
    expect(await guess(6, { now: device })).toEqual([401, 401, 401, 401, 401, 429]);
    userName = owner;
    expect(await signIn(password, { now: device })).toBe(200);
  });

  test("[AU-02] another account's success on a device of the same name clears no failures there", async () => {
    const device = newDevice();
    const victim = userName;
    expect(await signIn(password, { next: device })).toBe(200);
    const other = unique("device");
    await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName: other, password, roleIds: [] },
    });
    expect(await guess(4, { now: device })).toEqual([401, 401, 401, 401]);
    userName = other;
    // Once to make the device known, once to clear its failures.
    expect(await signIn(password, { next: device })).toBe(200);
    expect(await signIn(password, { now: device, next: device })).toBe(200);
    userName = victim;
    expect(await guess(2, { now: device })).toEqual([401, 429]);
  });

  test("[AU-02] wrong passwords or invalid names register no device; only the latest devices are kept", async () => {
    await signIn("a guess", { next: newDevice() });
    for (const next of ["", "short", "x".repeat(44), "x".repeat(42), `${"x".repeat(42)}!`])
      expect(await signIn(password, { next })).toBe(200);
    expect(await known()).toBe(0);
    for (let count = 0; count < 23; count += 1) await signIn(password, { next: newDevice() });
    expect(await known()).toBe(20);
  });
});
