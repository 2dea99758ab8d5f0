import { clockDifference } from "@/lib/server/oidc/clock";
import { sql } from "../../database/sql";
import { callProvider } from "../../oidc/ask-provider";
import { type CheckServices, defineCheck } from "../check";
import { describedAt } from "./provider";

/** Seconds of difference that are worth a look, and with which tokens and links are refused too early or too late. */
const noticeable = 5;
const harmful = 30;

interface Difference {
  with: string;
  seconds: number;
}

export const clock = defineCheck("clock", async (services) => {
  const found = await differences(services);
  const worst = found.toSorted((one, other) => other.seconds - one.seconds)[0];
  if (!worst) return { state: "fine", text: "alone" };
  const values = { host: worst.with, seconds: worst.seconds };
  if (worst.seconds < noticeable) return { state: "fine", text: "same", values };
  return { state: worst.seconds < harmful ? "look" : "act", text: "differs", values };
});

/** The embedded database has the clock of this machine. */
async function differences({ config, connection }: CheckServices): Promise<Difference[]> {
  const found: Difference[] = [];
  if (connection.kind === "postgres") {
    const before = Date.now();
    const { rows } = await connection.transaction(
      "owner",
      (db) =>
        db.execute<{ ms: number }>(
          sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
        ),
      { readOnly: true },
    );
    const middle = (before + Date.now()) / 2;
    found.push({ with: "PostgreSQL", seconds: secondsOf((rows[0]?.ms ?? middle) - middle) });
  }
  if (config.oidc) {
    const address = describedAt(config.oidc);
    // The check of the provider reports why it does not respond.
    await callProvider(address).catch(() => undefined);
    const seconds = clockDifference(address);
    if (seconds !== undefined) found.push({ with: new URL(address).host, seconds: Math.abs(seconds) });
  }
  return found;
}

const secondsOf = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 1000);
