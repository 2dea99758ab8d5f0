import type { ApiClient } from "./api-client";
import { uniqueName } from "./unique-name";

/** Creates users that match one phrase and sort by number. */
export async function createNumberedUsers(api: ApiClient, count: number) {
  const phrase = uniqueName("crew");
  const users = [];
  for (let number = 1; number <= count; number += 1)
    users.push(await api.createUser({ lastName: `${phrase} ${String(number).padStart(2, "0")}` }));
  return { phrase, users };
}
