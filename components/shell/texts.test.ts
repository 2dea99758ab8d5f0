import { expect, test } from "vitest";
import bell from "@/messages/en/bell.json";
import common from "@/messages/en/common.json";
import errors from "@/messages/en/errors.json";
import history from "@/messages/en/history.json";
import home from "@/messages/en/home.json";
import resource from "@/messages/en/resource.json";
import shell from "@/messages/en/shell.json";

test("[ER-02] [ER-03] [RT-04] texts worded by the specification match it", () => {
  expect(common.unauthorized).toBe("Unauthorized access.");
  expect(common.errorOccurred).toBe("Unfortunately, an error has occurred! Please try again.");
  expect(common.changesSaved).toBe("Changes saved.");
  expect(shell.permissionsFailed).toBe("Error while loading the view permissions.");
  expect(shell.error.notFoundTitle).toBe("Error! item not found");
  expect(shell.error.forbiddenTitle).toBe("Error! item forbidden");
});

test("[ER-04] the other required texts exist in their places", () => {
  expect(common.requestCanceled).toBe("Request canceled.");
  expect(shell.error.forbiddenDescription).toMatch(/^Access forbidden\b/);
  expect(errors.titles["404"]).toBe("Item not found");
  expect(history.deleted).toBe("The record has been deleted");
  for (const text of [common.noResults, home.noShortcuts, bell.noNotifications, resource.record.cannotEdit])
    expect(text).toMatch(/\S/);
});
