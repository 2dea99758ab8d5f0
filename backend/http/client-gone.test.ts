import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { gate } from "../../tests/support/gate";
import { buildApp } from "../app";
import { argon2id } from "../queues/password";
import { describeApi } from "../testing/api";
import { makeUser } from "../testing/factories";
import { makeLogger } from "./logger";

describeApi(
  "a client that leaves",
  (api) => {
    test("[ER-02] is logged as such, without an error; for a waiting client a failure is an error", async () => {
      const logged: { level: number; msg: string }[] = [];
      const logger = makeLogger("info", { write: (line) => void logged.push(JSON.parse(line)) });
      const app = await buildApp({ config: api.config, connection: api.connection, logger });
      const origin = await app.listen({ port: 0, host: "127.0.0.1" });
      const { userId } = await makeUser(api);
      const hash = vi.spyOn(argon2id, "hash");
      const setPassword = (signal?: AbortSignal) =>
        fetch(`${origin}/main/users/${userId}/set-password`, {
          method: "PUT",
          headers: { authorization: api.administrator, "content-type": "application/json" },
          body: JSON.stringify({ password: "Another-horse-8", passwordRepeat: "Another-horse-8" }),
          signal,
        });
      const errors = () => logged.filter(({ level }) => level >= 50).length;
      try {
        const { passed, open } = gate();
        hash.mockImplementation(() => passed.then(() => Promise.reject(new Error("The hash has failed."))));
        const connected = once(app.server, "connection");
        const left = new AbortController();
        const asked = setPassword(left.signal).catch(() => "gone");
        const [socket] = (await connected) as [Socket];
        await expect.poll(() => hash.mock.calls.length).toBe(1);
        left.abort();
        expect(await asked).toBe("gone");
        await expect.poll(() => socket.destroyed).toBe(true);
        open();
        await expect.poll(() => logged.map(({ msg }) => msg)).toContain("client closed the request");
        expect(errors()).toBe(0);
        expect((await setPassword()).status).toBe(500);
        expect(errors()).toBe(1);
      } finally {
        hash.mockRestore();
        await app.close();
      }
    });
  },
  { multiTenancy: true },
);
