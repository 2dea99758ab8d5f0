import { expect, test } from "vitest";
import { allEndpoints, contract } from ".";
import { isRead } from "./endpoint";

test("[CF-06] every writing call names existing areas to invalidate", () => {
  const nameOf = ({ area, name }: { area: string; name: string }) => `${area}.${name}`;
  const silent = allEndpoints.filter((endpoint) => !isRead(endpoint) && !endpoint.affects);
  expect(silent.map(nameOf)).toEqual([]);
  const idle = allEndpoints.filter((endpoint) => isRead(endpoint) && endpoint.affects);
  expect(idle.map(nameOf)).toEqual([]);
  const unknown = allEndpoints.filter(({ affects = [] }) => affects.some((area) => !(area in contract)));
  expect(unknown.map(nameOf)).toEqual([]);
});
