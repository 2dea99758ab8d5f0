import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { S3Settings } from "../config/s3-url";

/**
 * The server's fault on all requests of a method: no response, one that stops in the middle, altered content, or status
 * and code of an error.
 */
export interface S3Fault {
  method: "GET" | "PUT" | "POST" | "HEAD" | "DELETE";
  way: "hangs" | "stalls" | "garbles" | `${number} ${string}`;
}

/** Accepted by every such server. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** An S3-compatible server with one bucket, in a separate process. */
export class S3Server {
  private constructor(
    private readonly server: ChildProcess,
    private readonly directory: string,
    readonly settings: S3Settings & { endpoint: string },
  ) {}

  static async start(): Promise<S3Server> {
    const [directory, bucket] = [mkdtempSync(join(tmpdir(), "hub-s3-")), "hub-files"];
    const script = fileURLToPath(new URL("./s3-process.mjs", import.meta.url));
    const server = fork(script, [directory, bucket], { execArgv: [] });
    const [port] = await once(server, "message");
    const endpoint = `http://127.0.0.1:${port}`;
    return new S3Server(server, directory, { bucket, prefix: "kept/here/", region: "us-east-1", endpoint });
  }

  /** Paths in the server's folder of complete files, and of incomplete uploads. */
  entries(): string[] {
    return readdirSync(this.directory, { recursive: true, encoding: "utf8" }).filter((path) =>
      /_S3rver_object$|_S3rver_uploads\/[^/]+$/.test(path),
    );
  }

  /** Injects faults into the following requests; without arguments, removes them. */
  async fail(...faults: S3Fault[]): Promise<void> {
    const isSet = once(this.server, "message");
    this.server.send(faults);
    await isSet;
  }

  async stop(): Promise<void> {
    const ended = once(this.server, "exit");
    this.server.kill();
    await ended;
    rmSync(this.directory, { recursive: true, force: true });
  }
}
