import { expect, test } from "vitest";
import { requestErrorOf } from "../endpoint/error-response";
import { openPrepared } from "../testing/prepared";
import { DiskFull } from "./disk-space";
import { embeddedConnection } from "./embedded";
import { DatabaseUnavailable } from "./transaction";

const coded = (code: string) => Object.assign(new Error("no room"), { code });

test.each([
  ["a file that finds no room", coded("ENOSPC")],
  ["a quota that is used up", coded("EDQUOT")],
  ["a statement that finds no room", coded("53100")],
  ["a database server that gave up for it", new DatabaseUnavailable("", { cause: coded("53100") })],
  ["a change that is not begun", new DiskFull()],
])("[ER-02] %s is a 507 with a message, not a failure", (_, error) => {
  expect(requestErrorOf(new Error("wrapped", { cause: error }))).toMatchObject({
    status: 507,
    code: "diskFull",
  });
});

test("[BE-02] on a full disk reads succeed, and writes are not begun", async () => {
  let isFull = false;
  const connection = embeddedConnection(await openPrepared(), () => {
    if (isFull) throw new DiskFull();
  });
  const begun: string[] = [];
  const run = (name: string, readOnly: boolean) =>
    connection.transaction("owner", async () => begun.push(name), { readOnly });
  await run("change", false);
  isFull = true;
  await run("read", true);
  await expect(run("refused", false)).rejects.toBeInstanceOf(DiskFull);
  isFull = false;
  await run("change again", false);
  expect(begun).toEqual(["change", "read", "change again"]);
  await connection.close();
});
