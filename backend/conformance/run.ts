import * as z from "zod";
import { contract } from "../../lib/contract";
import { type Endpoint, isRead } from "../../lib/contract/endpoint";
import { respondsWithFile } from "../../lib/contract/file";
import { isPermitted } from "../endpoint/permission";
import type { Caller } from "./caller";
import { expectResponse, type Findings } from "./findings";
import { checkList } from "./lists";
import { OwnRecord, recordCallsIn } from "./records";
import { checkLanguages, checkRefusals } from "./refusals";

/** Ids by the name of their parameter: of own records, otherwise of rows that a list has shown. */
type KnownIds = Map<string, string>;

/**
 * Checks a server against the calls of the contract. Changes and removes only records that it has made itself.
 * @returns the own records that could not be removed
 */
export async function checkConformance(
  caller: Caller,
  endpoints: readonly Endpoint[],
  findings: Findings,
): Promise<readonly string[]> {
  const capabilities = await capabilitiesOf(caller, findings);
  const offered = endpoints.filter((endpoint) => {
    const isOffered = !endpoint.capability || capabilities.includes(endpoint.capability);
    if (!isOffered) findings.leaveOut(endpoint, `the server does not offer ${endpoint.capability}`);
    return isOffered;
  });
  const permissions = await permissionsOf(caller);
  const own: OwnRecord[] = [];
  let left: string[] = [];
  try {
    const hasPasswords = !capabilities.includes("users-without-password");
    await checkAll({ caller, endpoints: offered, permissions, hasPasswords, own, findings });
  } finally {
    // The last one first: it may refer to earlier ones.
    for (const record of own.toReversed())
      if (!(await record.remove())) left = [...left, `${record.calls.idName} ${record.id}`];
  }
  return left;
}

interface Checked {
  caller: Caller;
  endpoints: readonly Endpoint[];
  /** Of the user. */
  permissions: ReadonlySet<string>;
  /** Whether new users need a password. */
  hasPasswords: boolean;
  /** Receives the records that are made. */
  own: OwnRecord[];
  findings: Findings;
}

async function checkAll({
  caller,
  endpoints,
  permissions,
  hasPasswords,
  own,
  findings,
}: Checked): Promise<void> {
  const known: KnownIds = new Map();
  const permitted = endpoints.filter(({ access }) => isPermitted(access, permissions));
  const records = recordCallsIn(permitted);
  for (const calls of records) {
    const made = await OwnRecord.create(caller, calls, findings, hasPasswords);
    if (!made) continue;
    own.push(made);
    known.set(calls.idName, made.id);
    await made.checkStored();
  }
  // Rows of lists name the records that other calls are about.
  const parameters = ({ path }: Endpoint) => path.split(":").length;
  for (const endpoint of permitted.toSorted((a, b) => parameters(a) - parameters(b)))
    await checkRead(caller, endpoint, known, findings);
  for (const record of own) await record.checkSaved();
  // Own records are removed at the end.
  const removals = own.map(({ calls }) => calls.remove);
  for (const endpoint of endpoints) {
    const mayCall = permitted.includes(endpoint);
    if (!mayCall) findings.leaveOut(endpoint, "the user lacks the permission");
    else if (!isRead(endpoint) && !removals.includes(endpoint))
      findings.leaveOut(endpoint, "valid input would change more than records of its own");
    await checkRefusals(caller, endpoint, mayCall, findings);
  }
  const [first] = records;
  if (first) await checkLanguages(caller, first.detail, findings);
}

/** Capabilities of the server beyond the specified calls; none if it names none. */
async function capabilitiesOf(caller: Caller, findings: Findings): Promise<readonly string[]> {
  const { version } = contract.settings;
  const answer = await caller.call(version);
  if (answer.status === 404 || answer.status === 501) {
    findings.leaveOut(version, "the server does not have it");
    return [];
  }
  return version.response.safeParse(answer.body).data?.capabilities ?? [];
}

/** The names of the user's permissions; none if the server does not say. */
async function permissionsOf(caller: Caller): Promise<ReadonlySet<string>> {
  const { current } = contract.user;
  const { body } = await caller.call(current);
  return new Set(current.response.safeParse(body).data?.userPermissions);
}

const rows = z.object({ list: z.array(z.record(z.string(), z.unknown())) });

/** Makes a call that only reads, about a known record, and checks its response and its list. */
async function checkRead(
  caller: Caller,
  endpoint: Endpoint,
  known: KnownIds,
  findings: Findings,
): Promise<void> {
  if (!isRead(endpoint)) return;
  if (respondsWithFile(endpoint)) return findings.leaveOut(endpoint, "it sends a file");
  if (endpoint.query && !endpoint.query.safeParse({}).success)
    return findings.leaveOut(endpoint, "it needs a query");
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const changes = `${endpoint.area} ${endpoint.name.replace(/Detail$/, "")}`;
  const idOf = (name: string) => known.get(`${changes} ${name}`) ?? known.get(name);
  const missing = names.filter((name) => idOf(name) === undefined);
  if (missing.length > 0) return findings.leaveOut(endpoint, `no ${missing.join(" or ")} is known`);
  const params = Object.fromEntries(names.map((name) => [name, idOf(name) ?? ""]));
  const isFine = await findings.check(endpoint, "response", async () => {
    const answer = await caller.call(endpoint, { params });
    expectResponse(endpoint, answer);
    const [row = {}] = rows.safeParse(answer.body).data?.list ?? [];
    for (const [name, value] of Object.entries(row)) noteId(endpoint, name, value, known);
  });
  if (isFine) await checkList(caller, endpoint, params, findings);
}

/** Notes the ids in a row of a list; a change is identified by its type too, in the history that shows it. */
function noteId({ area, name: call }: Endpoint, name: string, value: unknown, known: KnownIds): void {
  const isChange = /istory$/.test(call) && (name === "id" || name === "type");
  const key = isChange ? `${area} ${call} ${name === "id" ? "historyId" : "type"}` : name;
  if ((isChange || /Id$/.test(name)) && typeof value === "string" && !known.has(key)) known.set(key, value);
}
