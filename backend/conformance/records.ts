import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Endpoint } from "../../lib/contract/endpoint";
import type { Caller } from "./caller";
import { expectError, expectResponse, expectThat, type Findings } from "./findings";
import { type IdsFor, sampleOf } from "./sample";

/** All records made here have it in their texts. */
export const ownPrefix = "Conformance";

/** The calls of an area's records that create, read, save and remove one. */
export interface RecordCalls {
  create: Endpoint;
  detail: Endpoint;
  list: Endpoint;
  remove: Endpoint;
  save?: Endpoint;
  lastUpdate?: Endpoint;
  recordHistory?: Endpoint;
  idName: string;
}

/** The areas of which a record can be made from its schema and removed again. A tenant is more than a record. */
export function recordCallsIn(endpoints: readonly Endpoint[]): RecordCalls[] {
  return endpoints.flatMap((create) => {
    if (create.name !== "create" || create.area === "tenants" || create.capability) return [];
    const named = (name: string) => endpoints.find((one) => one.area === create.area && one.name === name);
    const [detail, list, remove] = [named("detail"), named("list"), named("remove")];
    const [, idName] = /:(\w+)$/.exec(detail?.path ?? "") ?? [];
    if (!detail || !list || !remove || !idName) return [];
    const others = {
      save: named("save"),
      lastUpdate: named("lastUpdate"),
      recordHistory: named("recordHistory"),
    };
    return [{ create, detail, list, remove, idName, ...others }];
  });
}

type Fields = Record<string, unknown>;
const fields = z.record(z.string(), z.unknown());

/** A record made for the checks. */
export class OwnRecord {
  private constructor(
    private readonly caller: Caller,
    readonly calls: RecordCalls,
    private readonly findings: Findings,
    readonly id: string,
    private readonly sent: Fields,
  ) {}

  /** @returns undefined if the server does not make it */
  static async create(
    caller: Caller,
    calls: RecordCalls,
    findings: Findings,
    hasPasswords: boolean,
  ): Promise<OwnRecord | undefined> {
    let made: OwnRecord | undefined;
    const password = randomUUID();
    const idsFor: IdsFor = (name) => (hasPasswords && name === "password" ? [password] : undefined);
    await findings.check(calls.create, "creates", async () => {
      const sent = fields.parse(sampleOf(calls.create.body as z.ZodType, idsFor, ownPrefix));
      const answer = await caller.call(calls.create, { body: sent });
      expectResponse(calls.create, answer);
      made = new OwnRecord(caller, calls, findings, z.string().parse(answer.body), sent);
    });
    return made;
  }

  private get params() {
    return { [this.calls.idName]: this.id };
  }

  private async read(endpoint: Endpoint): Promise<Fields> {
    const answer = await this.caller.call(endpoint, { params: this.params });
    expectResponse(endpoint, answer);
    return fields.parse(answer.body);
  }

  /** It is as sent, is found by its text, and has its creation in the history. */
  async checkStored(): Promise<void> {
    const { detail, list, recordHistory } = this.calls;
    await this.findings.check(detail, "what was sent", async () => {
      const stored = await this.read(detail);
      for (const [name, value] of Object.entries(this.sent))
        if (name in stored && typeof value !== "object")
          expectThat(
            stored[name] === value,
            `'${name}' is ${JSON.stringify(stored[name])} instead of ${JSON.stringify(value)}`,
          );
    });
    const text = Object.values(this.sent).find(
      (value) => typeof value === "string" && value.startsWith(ownPrefix),
    );
    if (text)
      await this.findings.check(list, "finds by phrase", async () => {
        const { body } = await this.caller.call(list, { query: { phrase: text } });
        const found = z.object({ list: z.array(fields) }).parse(body).list;
        expectThat(
          found.some((row) => row[this.calls.idName] === this.id),
          "a record is not found by its text",
        );
      });
    if (recordHistory)
      await this.findings.check(recordHistory, "creation", async () => {
        const { list: changes } = z.object({ list: z.array(fields) }).parse(await this.read(recordHistory));
        expectThat(changes.length > 0, "a creation is not in the history");
      });
  }

  /** It can be saved, and a save of an outdated version is refused with the stored record. */
  async checkSaved(): Promise<void> {
    const { save, detail } = this.calls;
    if (!save?.body) return;
    const body = save.body;
    await this.findings.check(save, "saves", async () => {
      const edited = fields.parse(sampleOf(body, () => undefined, ownPrefix));
      const { version } = await this.read(detail);
      const ask = () => this.caller.call(save, { params: this.params, body: { ...edited, version } });
      expectResponse(save, await ask());
      const stored = await this.read(detail);
      for (const [name, value] of Object.entries(edited))
        if (name in stored && typeof value === "string" && name !== "version")
          expectThat(stored[name] === value, `'${name}' is not saved`);
      if (version === undefined) return;
      const again = await ask();
      expectError(again, 409);
      expectThat(fields.parse(again.body).current != null, "the 409 has no `current`");
    });
  }

  /** @returns whether it no longer exists */
  async remove(): Promise<boolean> {
    const { remove, detail, idName } = this.calls;
    return this.findings.check(remove, "removes", async () => {
      expectResponse(remove, await this.caller.call(remove, { query: { [`${idName}s`]: [this.id] } }));
      expectError(await this.caller.call(detail, { params: this.params }), 404);
    });
  }
}
