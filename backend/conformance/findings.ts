import * as z from "zod";
import { allEndpoints } from "../../lib/contract";
import type { Endpoint } from "../../lib/contract/endpoint";
import { errorBody, type FieldError } from "../../lib/contract/errors";
import type { Answer } from "./caller";

interface Finding {
  checks: number;
  failures: string[];
  /** Why the call was not made with valid input. */
  leftOut?: string;
}

/** A failed check; the message states expected and actual result. */
class Unmet extends Error {}

/** @throws {Unmet} */
export function expectThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unmet(otherwise);
}

/** Results of the checks by call of the contract. */
export class Findings {
  private readonly found = new Map<Endpoint, Finding>();

  /** Runs one check of a call; a failure is noted. @returns whether it passes */
  async check(endpoint: Endpoint, name: string, run: () => Promise<void>): Promise<boolean> {
    const finding = this.of(endpoint);
    finding.checks += 1;
    try {
      await run();
      return true;
    } catch (error) {
      finding.failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }

  /** Notes why a call is not made with valid input, unless it has been. */
  leaveOut(endpoint: Endpoint, why: string): void {
    const finding = this.of(endpoint);
    if (finding.checks === 0) finding.leftOut ??= why;
  }

  get hasFailures(): boolean {
    return [...this.found.values()].some(({ failures }) => failures.length > 0);
  }

  /** A table with a line for each call, and a last line with the sums. */
  table(endpoints: readonly Endpoint[] = allEndpoints): string {
    const rows = endpoints.map((endpoint) => {
      const { checks, failures, leftOut } = this.of(endpoint);
      const result = failures.length > 0 ? "failed" : checks > 0 ? "passed" : "left out";
      const reasons = [...failures, ...(leftOut ? [checks > 0 ? `refusals only: ${leftOut}` : leftOut] : [])];
      return { call: `${endpoint.method} ${endpoint.path}`, checks, result, why: reasons.join("; ") };
    });
    const width = Math.max(4, ...rows.map(({ call }) => call.length));
    const line = (call: string, checks: string, result: string, why: string) =>
      `${call.padEnd(width)}  ${checks.padStart(6)}  ${result.padEnd(8)}  ${why}`.trimEnd();
    const count = (wanted: string) => rows.filter(({ result }) => result === wanted).length;
    return [
      line("call", "checks", "result", "why"),
      ...rows.map(({ call, checks, result, why }) => line(call, String(checks), result, why)),
      `${rows.length} calls: ${count("passed")} passed, ${count("failed")} failed, ${count("left out")} left out`,
    ].join("\n");
  }

  private of(endpoint: Endpoint): Finding {
    const finding = this.found.get(endpoint) ?? { checks: 0, failures: [] };
    this.found.set(endpoint, finding);
    return finding;
  }
}

/** Expects the status and body that the contract declares. @throws {Unmet} */
export function expectResponse({ response }: Endpoint, { status, body }: Answer): void {
  expectThat(status === 200 || status === 204, `expected 200, got ${received(status, body)}`);
  const parsed = response.safeParse(body);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new Unmet(`the response differs from the schema at '${issue?.path.join(".")}': ${issue?.message}`);
}

/** Expects a coded error. @returns its faults by property @throws {Unmet} */
export function expectError({ status, body }: Answer, expected: number): readonly FieldError[] {
  expectThat(status === expected, `expected ${expected}, got ${received(status, body)}`);
  const parsed = errorBody.safeParse(body);
  expectThat(parsed.success, `the body of the ${expected} is no error of the contract`);
  expectThat(parsed.data.code !== "", `the ${expected} has no code`);
  return parsed.data.errors ?? [];
}

const coded = z.object({ code: z.string() });

/** A status, with the code of an error. */
function received(status: number, body: unknown): string {
  const { data } = coded.safeParse(body);
  return data ? `${status} (${data.code})` : String(status);
}
