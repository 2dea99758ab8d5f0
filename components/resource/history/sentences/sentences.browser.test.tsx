import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { SidePanelContext } from "@/components/ui/side-panel-context";
import { contract } from "@/lib/contract";
import type { HistoryRow } from "@/lib/contract/history";
import type { Language } from "@/lib/preferences/preferences";
import { focus, press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { HistoryDialog } from "../history-dialog";
import { Sentences } from "./sentences";

const { recordHistory, recordHistoryDetail, restoreState } = contract.roles;
const change = (id: string, type: string, more: Partial<HistoryRow> = {}): HistoryRow => ({
  ...{ id, type, changedBy: "Hannah Clark", recordId: "7", recordName: "Auditors" },
  changedOn: `2026-03-0${id}T10:00:00.000Z`,
  ...more,
});
const value = (name: string, previous: unknown, current: unknown, isCut = false) => ({
  ...{ name, previous, current, isCut },
});
const renamed = change("3", "RoleUpdated", { values: [value("roleName", "Clerks", "Auditors")] });
const lines = page.getByRole("listitem");
const labels: Readonly<Record<string, string>> = { roleName: "Role name" };
const label = (name: string) => labels[name] ?? name;

/** The sentences as read aloud. */
const texts = () => lines.elements().map((line) => line.querySelector("p")?.textContent?.trim());

test("[HI-02] an edit of one field is a sentence with both values, marked without colours too", async () => {
  await show(<Sentences changes={[renamed]} label={label} pathOf={() => "/roles/7"} />);
  await expect
    .poll(texts)
    .toEqual(["Hannah Clark changed role name of Auditors Previous: Clerks → Current: Auditors"]);
  await expect.element(page.getByRole("link", { name: "Auditors" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "03.03.2026" })).toBeVisible();
  const removed = document.querySelector("del");
  expect(removed && getComputedStyle(removed).textDecorationLine).toBe("line-through");
});

const sentences: readonly [Language, string[]][] = [
  [
    "en",
    [
      "Hannah Clark changed 2 fields",
      "Hannah Clark added the user Ada",
      "Hannah Clark created the role Auditors",
    ],
  ],
  [
    "de",
    [
      "Hannah Clark hat 2 Felder geändert",
      "Hannah Clark hat den Benutzer Ada hinzugefügt",
      "Hannah Clark hat die Rolle Auditors erstellt",
    ],
  ],
  [
    "pl",
    [
      "Hannah Clark: zmiana 2 pól",
      "Hannah Clark: dodanie użytkownika Ada",
      "Hannah Clark: utworzenie roli Auditors",
    ],
  ],
  [
    "sr",
    [
      "Hannah Clark: izmena 2 polja",
      "Hannah Clark: dodavanje korisnika Ada",
      "Hannah Clark: kreiranje uloge Auditors",
    ],
  ],
];
test.each(sentences)(
  "[HI-02] [PR-02] sentences of one record in %s need no gender",
  async (language, expected) => {
    const changes = [
      change("3", "RoleUpdated", { values: [value("roleName", "a", "b"), value("text", 1, 2)] }),
      change("2", "RoleUserAdded", { subject: "Ada" }),
      change("1", "RoleCreated"),
    ];
    await show(<Sentences changes={changes} label={label} isOfRecord />, { language });
    await expect.poll(texts).toEqual(expected);
  },
);

test("[HI-02] several fields and long values are unfolded, with a link to the whole change", async () => {
  const long = "x".repeat(300);
  await show(
    <Sentences
      changes={[
        change("3", "RoleUpdated", {
          values: [value("roleName", "a", long, true), value("text", "", "new")],
        }),
      ]}
      label={label}
    />,
  );
  expect(document.querySelector("del")).toBeNull();
  const more = page.getByRole("button", { name: "Show details" });
  focus(more);
  await press("Enter");
  await expect.element(page.getByRole("row", { name: /Role name/ })).toHaveTextContent(long);
  await expect.element(page.getByRole("row", { name: /text/ })).toHaveTextContent("new");
  await expect.element(page.getByRole("link", { name: "Show the whole change" })).toBeVisible();
});

test("[HI-02] [HO-05] many alike changes are one line with a count, and name the other records", async () => {
  const created = (number: number) =>
    change("1", "UserCreated", {
      ...{ id: `${number}`, recordId: `${number}`, recordName: `Person ${number}` },
      changedOn: `2026-03-01T10:0${9 - number}:00.000Z`,
    });
  await show(
    <Sentences
      changes={[1, 2, 3, 4].map(created)}
      label={label}
      pathOf={({ recordId }) => `/users/${recordId}`}
    />,
  );
  await expect.element(lines).toHaveTextContent(/created the user Person 1 and 3 more like it/);
  await expect.element(page.getByRole("link", { name: "Person 4" })).toBeVisible();
  const more = page.getByRole("button", { name: "and 3 more like it" });
  focus(more);
  await press("Enter");
  await expect.poll(() => lines.elements()).toHaveLength(4);
});

const showPanel = (rows: HistoryRow[]) =>
  show(
    <SidePanelContext value={true}>
      <HistoryDialog
        open
        onOpenChange={() => {}}
        name="Auditors"
        endpoint={recordHistory}
        detailEndpoint={recordHistoryDetail}
        restoreEndpoint={restoreState}
        params={{ roleId: "7" }}
        label={label}
      />
    </SidePanelContext>,
    {
      at: "/roles",
      answers(api) {
        api.answer(recordHistory, (call) => listOf(rows, call));
        api.answer(restoreState, () => ({}) as never);
      },
    },
  );

test("[HI-02] [HI-03] a side panel has the sentences, and the focused earlier state is restored by key", async () => {
  const { api } = await showPanel([
    { ...renamed, isRestorable: true },
    change("2", "RoleUserAdded", { subject: "Ada", isRestorable: false }),
    change("1", "RoleCreated", { isRestorable: true }),
  ]);
  await expect.element(page.getByRole("region", { name: "History of Auditors" })).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  const restore = page.getByRole("button", { name: "Restore", exact: true });
  await expect.poll(() => restore.elements()).toHaveLength(1);
  focus(restore);
  await press("r");
  await expect
    .poll(() =>
      api.calls.filter(({ method }) => method === "PUT" || method === "POST").map(({ path }) => path),
    )
    .toEqual(["/roles/7/history/RoleCreated/1/restore"]);
});

test("[HI-02] [BE-03] a server that leaves out the values still has sentences", async () => {
  await showPanel([change("3", "RoleUpdated", { fields: ["roleName"] }), change("2", "RoleUpdated")]);
  await expect.poll(texts).toEqual(["Hannah Clark changed role name", "Hannah Clark: Role changed"]);
});
