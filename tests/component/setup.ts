import "@/app/globals.css";
import { beforeEach, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { changed } from "@/lib/client/drafts/store";
import { expectNoConsoleErrors, watchConsole } from "./console-errors";

document.title = "Hub";
watchConsole();

beforeEach(async () => {
  // Callbacks run in reverse order: this one runs last.
  onTestFinished(expectNoConsoleErrors);
  localStorage.clear();
  sessionStorage.clear();
  await changed((drafts) => drafts.clear());
  await page.viewport(1440, 900);
});
