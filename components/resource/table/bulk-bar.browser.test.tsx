import { Users } from "lucide-react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import { listOf } from "@/tests/component/fake-api";
import { ResourceTable } from "@/tests/component/resource-table";
import { show } from "@/tests/component/show";
import { gate } from "@/tests/support/gate";
import { userRows } from "@/tests/support/user-rows";
import { CollectionView } from "../record/collection-view";

const Loaded = () => <Button>Loaded later</Button>;

test("[TL-02] [SH-10] the bulk bar appears with all its actions, so that Shift+Tab returns to the row", async () => {
  const code = gate();
  const Action = lazyPart<object>(() => code.passed.then(() => ({ default: Loaded })));
  await show(
    <CollectionView
      title="Users"
      endpoint={contract.users.list}
      columns={[{ id: "userName", header: "Name", cell: ({ userName }) => userName }]}
      idOf={({ userId }) => userId}
      nameOf={({ userName }) => userName}
      linkOf={({ userId }) => `/users/${userId}`}
      empty={{ icon: <Users />, title: "", description: "" }}
      bulkActions={() => <Action />}
    />,
    { answers: (api) => api.answer(contract.users.list, (call) => listOf(userRows(3), call)) },
  );
  const { rows, box, selection } = new ResourceTable("Users");
  const last = box(rows.last());
  await last.click();
  await expect.element(last).toBeChecked();
  expect(selection.elements()).toHaveLength(0);

  code.open();
  await expect.element(selection).toBeVisible();
  const action = selection.getByRole("button", { name: "Loaded later" });
  await userEvent.tab();
  expect(document.activeElement).toBe(action.element());
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(last.element());
});
