import { expect, test } from "vitest";
import { checkFloors, floors } from "./floors.mjs";

const problems = (path: string, target: string) =>
  checkFloors([{ path, text: `import { x } from "${target}";` }], (_, specifier) => specifier);

test.each([
  ["backend/lists/list.ts", "backend/database/uuid.ts"],
  ["backend/app.ts", "backend/areas/index.ts"],
  ["components/areas/users/list-view.tsx", "components/areas/record-area.ts"],
  ["components/areas/users/list-view.tsx", "lib/contract/users.ts"],
])("%s may import %s", (path, target) => {
  expect(problems(path, target)).toEqual([]);
});

test.each([
  ["backend/database/uuid.ts", "backend/lists/list.ts", /in backend, database is below lists/],
  ["backend/areas/users/index.ts", "backend/areas/roles/service.ts", /areas do not import areas/],
  ["components/shell/top-bar.tsx", "components/areas/registry.ts", /in components, shell is below areas/],
  ["lib/format/zone.ts", "components/ui/cn.ts", /lib is below everything else/],
  ["lib/format/zone.ts", "lib/server/config/config.ts", /in lib, format is below server/],
  ["lib/server/bff/serve.ts", "lib/client/readers.ts", /lib\/client runs in browsers/],
  ["backend/app.ts", "react", /the API imports lib and itself alone/],
  ["backend/new-room/file.ts", "backend/core/errors.ts", /backend\/new-room has no floor/],
])("%s may not import %s", (path, target, message) => {
  expect(problems(path, target)).toEqual([expect.stringMatching(message)]);
});

test("each folder has one floor", () => {
  for (const list of Object.values(floors)) {
    const names = list.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
