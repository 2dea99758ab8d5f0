import { readFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** How much of a page is printed: a list with its rows and what lies around it. */
const maxLines = 120;

/** Prints what stood on the page when a test failed: where tests run on other machines, their files are gone afterwards. */
export default class FailedPageReporter implements Reporter {
  readonly #pages: string[] = [];

  onTestEnd(test: TestCase, { status, attachments }: TestResult): void {
    if (status === test.expectedStatus) return;
    for (const { name, path } of attachments) {
      if (name !== "error-context" || path === undefined) continue;
      const [, page] = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, "utf8")) ?? [];
      if (page) this.#pages.push(`\n${test.title}: the page\n${firstLines(page)}`);
    }
  }

  onEnd(): void {
    for (const page of this.#pages) console.log(page);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function firstLines(page: string): string {
  return page.split("\n").slice(0, maxLines).join("\n");
}
