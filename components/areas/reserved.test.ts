import { expect, test } from "vitest";
import { allEndpoints } from "@/lib/contract";
import { reservedIdentifiers } from "@/lib/tenancy/identifier";
import { areaRegistry } from "./registry";

const { areas } = areaRegistry;

test("[OR-03] no tenant has the name of a reserved path of views, calls or servers", () => {
  const names = [
    ...areas.map(({ name }) => name).filter(Boolean),
    ...allEndpoints.map(({ path }) => path.split("/")[1] ?? ""),
    ...["api", "health", "login", "metrics", "openapi", "ready"],
  ];
  expect(names.filter((name) => !reservedIdentifiers.has(name))).toEqual([]);
});
