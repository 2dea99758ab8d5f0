import { readFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Maximum lines printed: a list with its surroundings. */
const maxLines = 120;

/** Prints the page content of failed tests, since files of remote runs are not kept. */
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
