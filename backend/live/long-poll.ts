import type { FastifyReply } from "fastify";
import type { LiveConnection, Transport } from "./connection";

/** Milliseconds that a poll waits for messages: less than the timeouts of web processes and load balancers. */
const pollTimeout = 15_000;
/** Milliseconds without a poll after which the client counts as gone. */
const clientTimeout = 45_000;
/** Limit of characters that wait for a poll: a client that calls without polling counts as gone. */
const maxPendingCharacters = 256 * 1024;

/** Sends messages by long polling: each poll is answered when there are messages, or empty after a while. */
export class LongPoll implements Transport {
  live: LiveConnection | undefined;
  owner: string | undefined;
  private said = "";
  private isOver = false;
  /** Clients take anything before the handshake response for that response. */
  private isAccepted = false;
  private waiting: FastifyReply | undefined;
  private timer = this.expire();

  isReady(): boolean {
    return this.isAccepted && this.waiting !== undefined;
  }

  write(text: string): void {
    this.answer(this.said + text);
  }

  end(last: string): void {
    // The next poll gets this; then the connection is closed.
    if (this.waiting && last) this.answer(this.said + last);
    else this.over();
  }

  /** Sends the handshake response, ahead of all messages. */
  accept(answer: string): void {
    this.isAccepted = true;
    this.say(answer);
  }

  /** Sends a protocol text, such as the handshake response. */
  say(text: string): void {
    this.said += text;
    if (this.waiting) this.answer(this.said);
    else if (this.said.length > maxPendingCharacters) this.live?.end("");
  }

  /** Closes the connection: a waiting poll is answered 204. */
  over(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    const reply = this.waiting;
    this.waiting = undefined;
    void reply?.code(204).send();
  }

  /** Answers a poll, at once or later; an earlier waiting one is abandoned. */
  wait(reply: FastifyReply): FastifyReply {
    if (this.isOver) return reply.code(204).send();
    const earlier = this.waiting;
    this.waiting = reply;
    void earlier?.code(204).send();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.answer(this.said), pollTimeout);
    reply.raw.once("close", () => {
      if (this.waiting !== reply) return;
      this.waiting = undefined;
      this.timer = this.expire();
    });
    if (this.said) this.answer(this.said);
    else this.live?.flush();
    return reply;
  }

  private answer(text: string): void {
    const reply = this.waiting;
    if (!reply) return;
    this.waiting = undefined;
    this.said = "";
    clearTimeout(this.timer);
    this.timer = this.expire();
    void reply.type("text/plain; charset=utf-8").send(text);
  }

  private expire(): NodeJS.Timeout {
    return setTimeout(() => this.live?.ended(), clientTimeout).unref();
  }
}
