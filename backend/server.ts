import { setTimeout as pause } from "node:timers/promises";
import { startTelemetry } from "@/lib/server/telemetry/start";
import { isNoHostHere } from "../lib/server/config/listen-host";
import packageJson from "../package.json";
import { sendDueNotices } from "./access/account-notice";
import { buildApp } from "./app";
import { sendDueInvitations } from "./areas/invitations";
import { sendDueResets } from "./areas/password-resets";
import { fillDueDocuments } from "./areas/reports";
import { purgeDeleted } from "./audit/purge";
import { appendDecisions } from "./backup/decisions";
import { serveCopies } from "./backup/embedded-copy";
import { ConfigError, readConfig } from "./config/config";
import { StartError } from "./core/start-error";
import { openDatabase } from "./database/connection";
import { makeAdministrator } from "./database/first-start";
import { removeExpired } from "./database/housekeeping";
import { watchSlowStatements } from "./database/measure";
import { runDeferredWork } from "./deferred/deferred-work";
import { missingFiles, removeForgottenFiles } from "./deferred/sweep";
import { checkFileStore, makeFileStore } from "./files/make-file-store";
import { VideoPosters } from "./files/video-posters";
import { makeLogger } from "./http/logger";
import { endUploads } from "./http/uploads";
import { makeMailer } from "./mail/mailer";

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;
/** Milliseconds after a stop request until unanswered requests are cut off and the process exits. */
const timeout = 9_000;
/** Milliseconds after a stop request until uploads in progress are aborted, in time for their responses. */
const uploadTimeout = 7_500;
const lastMoment = 9_500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = makeLogger(config.logLevel);
  const endTelemetry = await startTelemetry({ name: "hub-api", version: packageJson.version }, (line) =>
    logger.warn(line),
  );
  watchSlowStatements({
    ms: config.slowStatementMs,
    report: (slow) => logger.warn(slow, "a slow statement"),
  });
  await checkFileStore(config);
  const connection = await openDatabase(config);
  if (connection.embedded)
    serveCopies(config, connection.embedded, (error) =>
      logger.error({ err: error }, "the database could not be copied for a backup"),
    );
  const administrator = await makeAdministrator(connection, config);
  if (administrator?.generatedPassword)
    process.stdout.write(`Administrator: ${administrator.userName} / ${administrator.generatedPassword}\n`);

  const mailer = makeMailer(config);
  if (!config.smtpUrl)
    process.stdout.write(
      "No mail server: SMTP_URL is not set, so invitations are not e-mailed. Copy their links in the product and pass them on.\n",
    );
  const files = makeFileStore(config);
  const removeAbandoned = (isAlone: boolean) =>
    files
      .removeAbandoned?.({ isAlone })
      .catch((error: unknown) => logger.warn({ err: error }, "unfinished files could not be removed"));
  // The embedded database has one process, and so have its files.
  await removeAbandoned(!config.databaseUrl);
  const posters = VideoPosters.onPath();
  const stopping = new AbortController();
  const { signal } = stopping;
  const app = await buildApp({ config, connection, logger, mailer, files, posters, stopping: signal });
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE" || error.code === "EACCES")
      throw new StartError(
        `API_PORT ${config.port} cannot be used (${error.code}). Free it or choose another.`,
      );
    if (isNoHostHere(error))
      throw new StartError(
        `API_HOST ${config.host} is no address of this machine (${error.code}). Correct or unset this environment variable.`,
      );
    throw error;
  });

  const housekeeping = setInterval(() => {
    removeExpired(connection).catch((error: unknown) => logger.warn({ err: error }, "housekeeping failed"));
  }, hour);

  const purge = async (days: number) => {
    const before = new Date(Date.now() - days * day);
    try {
      const purged = await purgeDeleted(connection, before);
      if (purged > 0) logger.info({ purged, before }, "deleted records were removed for good");
    } catch (error) {
      logger.warn({ err: error }, "deleted records could not be removed");
    }
  };
  const sweep = async () => {
    if (config.purgeDeletedAfterDays !== undefined) await purge(config.purgeDeletedAfterDays);
    try {
      await removeForgottenFiles({ connection, files });
      for await (const missing of missingFiles({ connection, files }))
        logger.error({ files: missing }, "the store has lost files that the database names");
    } catch (error) {
      logger.warn({ err: error }, "files could not be looked through");
    }
  };
  // Also for processes that live less than a day.
  const sweeps = [setTimeout(sweep, 10 * minute), setInterval(sweep, day)];

  const { decisionsFile } = config;
  const post = setInterval(() => {
    if (decisionsFile)
      appendDecisions(connection, decisionsFile).catch((error: unknown) =>
        logger.error({ err: error }, "BACKUP_DECISIONS_FILE cannot be written"),
      );
    void removeAbandoned(false);
    fillDueDocuments({ connection, files }).catch((error: unknown) =>
      logger.warn({ err: error }, "reports could not be made"),
    );
    runDeferredWork(connection).catch((error: unknown) =>
      logger.warn({ err: error }, "deferred work failed"),
    );
    sendDueInvitations({ connection, config, mailer, files }, (error) =>
      logger.warn({ err: error }, "an e-mail could not be sent"),
    ).catch((error: unknown) => logger.warn({ err: error }, "e-mails that are due could not be looked for"));
    sendDueResets({ connection, config, mailer, files }, (error) =>
      logger.warn({ err: error }, "an e-mail could not be sent"),
    ).catch((error: unknown) => logger.warn({ err: error }, "links of passwords could not be sent"));
    sendDueNotices({ connection, config, mailer }, (error) =>
      logger.warn({ err: error }, "an e-mail could not be sent"),
    ).catch((error: unknown) => logger.warn({ err: error }, "notices of accounts could not be sent"));
  }, minute);

  void connection.broken?.then(({ message }) => {
    if (signal.aborted) return;
    process.stderr.write(
      `The embedded database has stopped (${message.split("\n", 1)[0]}). If the disk of DATA_DIR is full, free some space. Start again; what was stored is not lost.\n`,
    );
    process.exit(1);
  });

  // Ends the time in which load balancers learn of the stop. A second signal ends it early; a terminal's Ctrl-C reaches
  // this process and its parent, which then sends another.
  const drained = new AbortController();
  const stop = async () => {
    stopping.abort();
    clearInterval(housekeeping);
    clearInterval(post);
    for (const timer of sweeps) clearInterval(timer);
    await pause(config.drainSeconds * 1000, undefined, { signal: drained.signal }).catch(() => undefined);
    setTimeout(() => void endUploads(), uploadTimeout).unref();
    setTimeout(() => app.server.closeAllConnections(), timeout).unref();
    // A hanging database must not keep the process alive either.
    setTimeout(() => process.exit(1), lastMoment).unref();
    await app.close();
    if (decisionsFile) await appendDecisions(connection, decisionsFile).catch(() => undefined);
    // Removes aborted uploads before the process is reported as ended.
    await endUploads();
    await connection.close();
    await endTelemetry();
    process.exit(0);
  };
  for (const name of ["SIGTERM", "SIGINT"] as const)
    process.on(name, () => {
      if (signal.aborted) drained.abort();
      else void stop();
    });
}

main().catch((error: unknown) => {
  // Errors that the operator can fix are one line; anything else is a bug and keeps its stack.
  const isForeseen = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${isForeseen ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
