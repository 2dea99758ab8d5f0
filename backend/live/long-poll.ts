import type { FastifyReply } from "fastify";
import type { LiveConnection, Transport } from "./connection";

/** Milliseconds for which a question waits for something to say: less than what web processes and balancers wait for an answer. */
const answeredWithin = 15_000;
/** Milliseconds without a question after which nobody is there any more. */
const askedWithin = 45_000;
/** Characters that wait for a question: whoever makes calls without asking for their answers is gone. */
const maxUnaskedBytes = 256 * 1024;

/** News by long polling: each question is answered when there is something to say, or with nothing after a while. */
export class LongPoll implements Transport {
  live: LiveConnection | undefined;
  owner: string | undefined;
  private said = "";
  private isOver = false;
  /** Clients take what comes before the answer to their handshake for that answer. */
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
    // The next question is answered by this; then it is over.
    if (this.waiting && last) this.answer(this.said + last);
    else this.over();
  }

  /** Answers the handshake, ahead of all news. */
  accept(answer: string): void {
    this.isAccepted = true;
    this.say(answer);
  }

  /** Says what no news wait for, as the answer to a handshake. */
  say(text: string): void {
    this.said += text;
    if (this.waiting) this.answer(this.said);
    else if (this.said.length > maxUnaskedBytes) this.live?.end("");
  }

  /** Ends the connection: a poll that waits is answered 204. */
  over(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    const reply = this.waiting;
    this.waiting = undefined;
    void reply?.code(204).send();
  }

  /** Answers a question, at once or later; an earlier one that still waits is given up. */
  wait(reply: FastifyReply): FastifyReply {
    if (this.isOver) return reply.code(204).send();
    const earlier = this.waiting;
    this.waiting = reply;
    void earlier?.code(204).send();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.answer(this.said), answeredWithin);
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
    return setTimeout(() => this.live?.ended(), askedWithin).unref();
  }
}
