import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allPermissions } from "../contract";
import { loadMessages } from "./load-messages";
import { namespaces } from "./namespaces";

/** Said by the API or in front of the door, so the workspace does not load them. */
const elsewhere = ["errors", "invitation", "login", "mail", "notifications"];

test("[PR-02] the workspace loads every file of messages that is not meant for somebody else", () => {
  const files = readdirSync(fileURLToPath(new URL("../../messages/en", import.meta.url)));
  expect(files.map((file) => file.replace(".json", "")).toSorted()).toEqual(
    [...namespaces, ...elsewhere].toSorted(),
  );
});

test("[PM-01] every part of a permission's name is said in words", async () => {
  const { permissions } = await loadMessages("en");
  const parts = new Set(allPermissions.flatMap((name) => name.split("_")));
  const labels = Object.keys(permissions.labels);
  expect(labels.filter((label) => !label.includes("_")).toSorted()).toEqual([...parts].toSorted());
  // What a part means may depend on the view that it is part of.
  for (const label of labels.filter((one) => one.includes("_"))) expect(allPermissions).toContain(label);
});
