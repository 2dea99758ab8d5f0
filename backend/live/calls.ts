import type { FastifyRequest } from "fastify";
import { allEndpoints } from "../../lib/contract";
import type { Endpoint } from "../../lib/contract/endpoint";
import { presenceMethod } from "../../lib/live/hub";
import type { Connection } from "../database/transaction";
import { isPermitted } from "../endpoint/permission";
import type { DatabaseTurns } from "../identity/database-turns";
import type { Caller } from "../identity/identify";
import { askerIn } from "../queues/fair-queue";
import { connectionKeyOf } from "./connection-ids";
import type { HubCall } from "./protocol";
import { notifyServers, presenceSchema, type Signal } from "./signals";

/** Lists by path, without the slash: callers who may read a list are notified of its changes. */
export const lists = new Map<string, Endpoint>(
  allEndpoints.filter(({ name }) => name === "list").map((endpoint) => [endpoint.path.slice(1), endpoint]),
);

/**
 * Executes a client's calls in one transaction, in the client's turn.
 * @returns the error message of each failed call
 */
export async function answerCalls(
  { connection, turns }: { connection: Connection; turns: DatabaseTurns },
  request: FastifyRequest,
  caller: Caller,
  calls: readonly HubCall[],
): Promise<(string | undefined)[]> {
  const { tenant, user } = caller;
  const read = calls.map((call) => readCall(user.permissions, call));
  // The last of several about one record counts.
  const told = new Map<string, Signal>();
  const by = connectionKeyOf(request);
  for (const { data } of read) {
    if (!data) continue;
    const { userId, displayName } = user;
    const person = { tenant: tenant.tenantId, userId, name: displayName.slice(0, 200) };
    told.set(`${data.collection}/${data.id}`, { kind: "presence", ...data, ...person, by });
  }
  const inTurn = turns.of(request, askerIn(caller), true);
  if (told.size > 0) await inTurn(() => notifyServers(connection, [...told.values()]));
  return read.map(({ fault }) => fault);
}

function readCall(permissions: Caller["user"]["permissions"], { target, argument }: HubCall) {
  if (target !== presenceMethod) return { fault: "The hub has no such method." };
  const { data } = presenceSchema.safeParse(argument);
  if (!data) return { fault: `${presenceMethod} takes { collection, id, state }.` };
  const list = lists.get(data.collection);
  return list && isPermitted(list.access, permissions) ? { data } : { fault: "Unauthorized access." };
}
