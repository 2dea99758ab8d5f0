import { type SaxesAttributePlain, SaxesParser } from "saxes";
import { RequestError } from "../../http/errors";
import { unreadable } from "./zip";

const longestText = 1024 * 1024;

export interface Handlers {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

export type Attributes = Readonly<Record<string, string>>;

/** Names without the prefix of their namespace, which differs from program to program. */
export const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads XML as it comes. Entities of its own are refused: a workbook has none. */
export async function* parsed(parts: AsyncIterable<Uint8Array>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let failure: Error | undefined;
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    handlers.open?.(local(name), attributes as Record<string, SaxesAttributePlain["value"]>),
  );
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  parser.on("closetag", ({ name }) => handlers.close?.(local(name)));
  const decoder = new TextDecoder();
  let unbroken = 0;
  for await (const part of parts) {
    // One endless text or tag would be gathered in memory.
    const lastTag = part.lastIndexOf(0x3c);
    unbroken = lastTag < 0 ? unbroken + part.length : part.length - lastTag;
    if (unbroken > longestText) throw new RequestError("importTooLarge", { status: 400 });
    parser.write(decoder.decode(part, { stream: true }));
    if (failure) throw unreadable();
    yield;
  }
  parser.close();
  if (failure) throw unreadable();
}

export async function parseAll(parts: AsyncIterable<Uint8Array>, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(parts, handlers));
}
