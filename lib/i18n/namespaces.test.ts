import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { areaNames } from "../areas/areas";
import { allPermissions } from "../contract";
import { loadMessages, loadNamespace } from "./load-messages";
import { saidElsewhere, sharedNamespaces } from "./namespaces";

/** Used by the API or before sign-in, so the workspace does not load them. */
const elsewhere = ["errors", "invitation", "login", "mail", "notifications", "password-reset", "share"];

test("[PR-02] the workspace loads every message file that is not for other users", () => {
  const files = readdirSync(fileURLToPath(new URL("../../messages/en", import.meta.url)));
  expect(files.map((file) => file.replace(".json", "")).toSorted()).toEqual(
    [...sharedNamespaces, ...areaNames, ...elsewhere].toSorted(),
  );
});

test("[PM-01] every part of a permission's name has a text", async () => {
  const { permissions } = await loadMessages("en");
  const parts = new Set(allPermissions.flatMap((name) => name.split("_")));
  const labels = Object.keys(permissions.labels);
  expect(labels.filter((label) => !label.includes("_")).toSorted()).toEqual([...parts].toSorted());
  // The meaning of a part may depend on its view.
  for (const label of labels.filter((one) => one.includes("_"))) expect(allPermissions).toContain(label);
});

// An export's texts belong to its file, and kinds are named like the notifications.
test.each(saidElsewhere.filter((part) => part !== "export" && part !== "notificationKinds"))(
  "[PR-02] no two areas have the same key in %s, and none a shared key",
  async (part) => {
    const files = await Promise.all(areaNames.map((name) => loadNamespace("en", name)));
    const shared = { permissions: (await loadNamespace("en", "permissions")).labels }[part as "permissions"];
    const keys = [...files.map((file) => file[part]), shared].flatMap((texts) => Object.keys(texts ?? {}));
    expect(keys.length).toBeGreaterThan(7);
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  },
);

/** Actions on a user's account, about which the user is always notified. */
const ofAccounts = ["passwordSet", "userNameChanged", "apiKeyCreated", "viewedAs"];

test("[HO-03] mutable notifications are events of the same area, and never about the user's account", async () => {
  const files = await Promise.all(areaNames.map((name) => loadNamespace("en", name)));
  for (const { notificationKinds = {}, notifications = {} } of files)
    expect(Object.keys(notifications)).toEqual(expect.arrayContaining(Object.keys(notificationKinds)));
  const [kinds, events] = (["notificationKinds", "notifications"] as const).map((part) =>
    files.flatMap((file) => Object.keys(file[part] ?? {})),
  );
  expect(events).toEqual(expect.arrayContaining(ofAccounts));
  expect(kinds).toEqual(expect.arrayContaining(["invitationAccepted", "permissionsChanged", "roleGiven"]));
  expect(kinds?.filter((kind) => ofAccounts.includes(kind))).toEqual([]);
});

test("[PR-02] shared texts of areas are sent once, and server texts never", async () => {
  const messages = await loadMessages("de");
  for (const name of areaNames)
    for (const part of saidElsewhere) expect(messages[name]).not.toHaveProperty(part);
  expect(messages.history.types.UserCreated).toBe("Benutzer erstellt");
  expect(messages.permissions.labels).toMatchObject({ RoleView: "Rollen", EditAction: "Bearbeiten" });
});
