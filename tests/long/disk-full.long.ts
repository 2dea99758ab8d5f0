import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { contract } from "@/lib/contract";
import { allRows } from "@/lib/contract/paging";
import { diskStore } from "../../backend/files/disk";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { ApiClient, RefusedCall } from "../support/api-client";
import { type ApiProcess, startApi } from "../support/api-process";
import { freePort } from "../support/free-port";
import { refusedStart } from "../support/refused-start";
import { runApiCommand } from "../support/run-api-command";
import { type SmallDisk, smallDisk } from "../support/small-disk";

const password = "Correct-horse-7";

let disk: SmallDisk | undefined;
/** API of the current test, killed afterwards. */
let api: ApiProcess | undefined;
let why = "";
let url: string;
let settings: Record<string, string>;

beforeEach(async () => {
  const made = smallDisk(128);
  disk = typeof made === "string" ? undefined : made;
  why = typeof made === "string" ? made : "";
  if (why) console.warn(why);
  const port = await freePort();
  url = `http://localhost:${port}`;
  settings = { API_PORT: String(port), DATA_DIR: disk?.directory ?? "", ADMIN_PASSWORD: password };
});
afterEach(async () => {
  await api?.kill();
  api = undefined;
  disk?.remove();
});

/** Returns the disk; skips the test with the reason if there is none. */
function diskOf(context: TestContext): SmallDisk {
  if (!disk) context.skip(why);
  return disk as SmallDisk;
}

const signIn = () => ApiClient.signIn(url, "admin", password);
const rolesOf = async (client: ApiClient) =>
  (await client.call(contract.roles.list, { query: { pageLimit: allRows } })).list.map(
    ({ roleName }) => roleName,
  );
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof RefusedCall)) throw error;
      return { status: error.status, code: error.body.code };
    },
  );
const full = { status: 507, code: "diskFull" };

/** Creates roles until one is refused. @returns the acknowledged names */
async function rolesUntilFull(client: ApiClient): Promise<string[]> {
  for (const names: string[] = []; ; ) {
    // Zero-padded, to sort by number.
    const roleName = `Role ${String(names.length).padStart(4, "0")}`;
    const refused = await refusal(client.call(contract.roles.create, { body: { roleName } }));
    if (!refused) names.push(roleName);
    else {
      expect(refused).toEqual(full);
      return names;
    }
  }
}

describe("a full disk under the embedded database", () => {
  test("[BE-02] changes are refused with a message, reads work, and all recovers with free space", async (context) => {
    const small = diskOf(context);
    api = await startApi(settings);
    const client = await signIn();
    await client.createRole({ roleName: "Before" });
    small.fill();
    const made = await rolesUntilFull(client);
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refusal(client.call(contract.roles.create, { body: { roleName: `Refused ${n}` } })),
      ),
    );
    expect(refused).toEqual(Array(20).fill(full));
    const there = ["Administrator", "Before", ...made];
    expect(await rolesOf(client)).toEqual(there);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    small.free();
    await expect.poll(() => refusal(client.createRole({ roleName: "Zuletzt" }))).toBeUndefined();
    expect(await rolesOf(client)).toEqual([...there, "Zuletzt"]);
    expect(await api?.stop()).toBe(0);
  });

  const ends = { stopped: (given: ApiProcess) => given.stop(), killed: (given: ApiProcess) => given.kill() };
  for (const [how, end] of Object.entries(ends))
    test(`[BE-02] ${how} on a full disk, it does not start until there is space, and loses nothing`, async (context) => {
      const small = diskOf(context);
      api = await startApi(settings);
      const client = await signIn();
      await client.createRole({ roleName: "Before" });
      small.fill();
      const made = await rolesUntilFull(client);
      await end(api);
      const { code, lines } = await refusedStart(settings);
      expect(lines).toEqual([
        expect.stringMatching(
          /^(?:The disk of DATA_DIR is full: \d+ MiB are missing\.|DATA_DIR cannot be written \(ENOSPC)/,
        ),
      ]);
      expect(code).toBe(1);
      small.free();
      api = await startApi(settings);
      expect(await rolesOf(await signIn())).toEqual(["Administrator", "Before", ...made]);
      expect(await api?.stop()).toBe(0);
    });

  test("[BE-02] a first start on a full disk leaves nothing that breaks the next one", async (context) => {
    const small = diskOf(context);
    small.fill();
    const { code, lines } = await refusedStart(settings);
    expect(lines).toEqual([expect.stringMatching(/DATA_DIR .*(?:full|ENOSPC)/)]);
    expect(code).toBe(1);
    small.free();
    api = await startApi(settings);
    expect(await rolesOf(await signIn())).toEqual(["Administrator"]);
    expect(await api?.stop()).toBe(0);
  });
});

test("[BE-02] pictures on a full disk with PostgreSQL are refused without partial writes or changes", async (context) => {
  const small = diskOf(context);
  const postgres = await startPostgres();
  api = await startApi({ ...settings, DATABASE_URL: postgres.url });
  const client = await signIn();
  const user = await client.createUser();
  const authorizationOf = (secret: string) => `Basic ${Buffer.from(`admin:${secret}`).toString("base64")}`;
  const signedIn = await fetch(`${url}/auth`, { headers: { authorization: authorizationOf(password) } });
  const authorization = authorizationOf(String(await signedIn.json()));
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const upload = async () => {
    const form = new FormData();
    form.set("userName", user.userName);
    form.set("firstName", user.firstName);
    form.set("lastName", user.lastName);
    form.set("email", user.email);
    form.set("avatar", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
    const { status } = await fetch(`${url}/users/${user.userId}`, {
      method: "PUT",
      body: form,
      headers: { authorization },
    });
    return status;
  };
  const files = () =>
    readdirSync(join(small.directory), { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(?:webp|tmp)$/.test(name),
    );
  small.fill();
  expect(await upload()).toBe(507);
  expect(files()).toEqual([]);
  expect(await rolesOf(client)).toEqual(["Administrator"]);
  small.free();
  expect(await upload()).toBeLessThan(300);
  expect(files()).toHaveLength(1);
  expect(await api?.stop()).toBe(0);
  await postgres.stop();
});

test("[AT-02] a file without space is refused without remains, and the next one is stored", async (context) => {
  const small = diskOf(context);
  const store = diskStore(join(small.directory, "files"));
  await store.write("kept.bin", Buffer.from("kept"));
  async function* tooMuch() {
    for (let n = 0; n < 300; n += 1) yield Buffer.alloc(1024 * 1024);
  }
  await expect(store.write("large.bin", tooMuch())).rejects.toMatchObject({ status: 507, code: "storeFull" });
  expect(readdirSync(join(small.directory, "files"))).toEqual(["kept.bin"]);
  await store.write("next.bin", Buffer.alloc(1024 * 1024));
  expect(await store.sizeOf("next.bin")).toBe(1024 * 1024);
});

test("[OP-03] a backup without space is refused in one line and leaves nothing behind", async (context) => {
  const small = diskOf(context);
  const place = { ...settings, DATA_DIR: join(small.directory, "data") };
  api = await startApi(place);
  const archive = join(small.directory, "backup.tar");
  const run = () => runApiCommand("backup", ["--to", archive], place);
  small.fill();
  const { code, output } = await run();
  expect(code).toBe(1);
  expect(output).toMatch(/^The disk of (?:DATA_DIR|\S+backup\.tar) .+\.\n$/);
  expect(readdirSync(small.directory).sort()).toEqual(["data", "filler"]);
  expect(readdirSync(join(small.directory, "data", "snapshots"))).toEqual([]);
  small.free();
  expect((await run()).code).toBe(0);
  expect(await api?.stop()).toBe(0);
});
