import { Users } from "lucide-react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lazyView } from "@/components/area/area";
import { AreasProvider } from "@/components/area/areas-context";
import { expectConsoleError } from "@/tests/component/console-errors";
import { show } from "@/tests/component/show";
import RecordPanel from "./record-panel";

let isBroken = true;

function Detail() {
  if (isBroken) throw new Error("broken record");
  return <h2>Ada Byron</h2>;
}

test("[TB-07] an error of the record in the side panel leaves the list as it is, and can be retried", async () => {
  isBroken = true;
  const detail = lazyView(async () => ({ default: Detail }));
  const areas = [{ name: "users", icon: Users, label: "users.title", views: { detail } }] as const;
  await show(
    <AreasProvider value={{ areas, loadView: () => undefined, failedViews: () => [] }}>
      <p>The list</p>
      <RecordPanel
        address="/users/1"
        name="Ada Byron"
        frame={{ current: null }}
        onOpen={() => undefined}
        onClose={() => undefined}
      />
    </AreasProvider>,
  );
  const panel = page.getByRole("complementary");
  await expect.element(panel.getByText("Something went wrong in this panel")).toBeVisible();
  await expect.element(page.getByText("The list", { exact: true })).toBeVisible();
  await expectConsoleError(/broken record/);
  isBroken = false;
  await panel.getByRole("button", { name: "try again" }).click();
  await expect.element(panel.getByRole("heading", { name: "Ada Byron" })).toBeVisible();
});
