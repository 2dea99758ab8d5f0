import type { CheckState, SystemCheckResult, SystemReport } from "../../lib/contract/system";
import { formatSize } from "../../lib/format/size";
import type { Language } from "../../lib/preferences/preferences";
import { redact, secretValues } from "../../lib/server/core/redact";
import packageJson from "../../package.json";
import { textsOf } from "../core/language";
import { refuseInTransaction } from "../core/open-transaction";
import type { CheckServices, CheckValues, Finding, SystemCheck } from "./check";

/** Milliseconds after which a check counts as failed. */
const timeLimit = 12_000;

interface Checked {
  checkedOn: Date;
  results: readonly { id: string; finding: Finding }[];
}

/** Runs checks together; callers during a run share it, so that no caller can make it run more often. */
export class SystemChecks {
  private running?: Promise<Checked>;

  constructor(
    private readonly checks: readonly SystemCheck[],
    private readonly services: CheckServices,
    private readonly limit = timeLimit,
  ) {}

  async report(language: Language): Promise<SystemReport> {
    refuseInTransaction("Examining the system");
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    const { checkedOn, results } = await this.running;
    return {
      version: packageJson.version,
      checkedOn: checkedOn.toISOString(),
      checks: results.map(({ id, finding }) => asText(id, finding, language)),
    };
  }

  private async run(): Promise<Checked> {
    const results = await Promise.all(
      this.checks.map(async ({ id, run }) => ({ id, finding: await this.findingOf(run) })),
    );
    return { checkedOn: new Date(), results };
  }

  private async findingOf(run: SystemCheck["run"]): Promise<Finding> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no response in time")), this.limit);
    });
    try {
      return await Promise.race([run(this.services), late]);
    } catch (error) {
      return { state: "act", text: failed, values: { reason: reasonOf(error) } };
    } finally {
      clearTimeout(timer);
    }
  }
}

const failed = "common.failed";

/** The first line of the innermost reason, without the secrets of the settings. */
export function reasonOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const { message, code } = inner as NodeJS.ErrnoException;
  const [line = ""] = String(message || code || inner).split("\n");
  return redact(line, secretValues(process.env));
}

function asText(
  id: string,
  { state, text, values = {}, at }: Finding,
  language: Language,
): SystemCheckResult {
  const { check } = textsOf(language);
  const shown = readable(values, language);
  const key = text === failed ? text : `${id}.${text}`;
  const say = (of: string) => check(of, shown) ?? of;
  return {
    id,
    title: say(`${id}.title`),
    state,
    ...(state === "fine" ? { text: say(key) } : { text: say(`${key}.text`), remedy: say(`${key}.remedy`) }),
    ...(at && { at: at.toISOString() }),
  };
}

function readable(values: CheckValues, language: Language): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value = ""]) => [
      name,
      typeof value === "object" ? formatSize(value.bytes, language) : value,
    ]),
  );
}

const order: Readonly<Record<CheckState, number>> = { fine: 0, look: 1, act: 2 };

/** The worst state of a report. */
export function worstOf({ checks }: Pick<SystemReport, "checks">): CheckState {
  return checks.reduce<CheckState>(
    (worst, { state }) => (order[state] > order[worst] ? state : worst),
    "fine",
  );
}
