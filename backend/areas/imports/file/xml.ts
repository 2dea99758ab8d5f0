import { type SaxesAttributePlain, SaxesParser } from "saxes";
import { RequestError } from "../../../core/errors";
import { unreadable } from "./zip";

/** Limits of the parser's memory; workbooks have some ten levels and twenty attributes. */
const limits = { depth: 64, attributes: 128, tag: 64 * 1024, piece: 1024 * 1024 };

export const tooLarge = () => new RequestError("importTooLarge", { status: 400 });

export interface Handlers {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

export type Attributes = Readonly<Record<string, string>>;

/** Removes the namespace prefix, which differs between programs. */
export const local = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Parses XML as a stream. Refuses entity declarations, which workbooks do not have. Memory is bounded; handlers must
 * bound what they collect.
 * @throws {RequestError} 400
 */
export async function* parsed(parts: AsyncIterable<Uint8Array>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  const decoder = new TextDecoder();
  let depth = 0;
  let attributes = 0;
  let tag = 0;
  // Characters since the last complete token, comments included: the parser buffers them until then.
  let gathered = 0;
  parser.on("error", () => {
    throw unreadable();
  });
  parser.on("attribute", ({ name, value }) => {
    attributes += 1;
    tag += name.length + value.length;
    if (attributes > limits.attributes || tag > limits.tag) throw tooLarge();
  });
  parser.on("opentag", ({ name, attributes: given }) => {
    depth += 1;
    if (depth > limits.depth || tag + name.length > limits.tag) throw tooLarge();
    attributes = 0;
    tag = 0;
    gathered = 0;
    handlers.open?.(local(name), given as Record<string, SaxesAttributePlain["value"]>);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    gathered = 0;
    handlers.close?.(local(name));
  });
  const whole = (text: string) => {
    gathered = 0;
    handlers.text?.(text);
  };
  parser.on("text", whole);
  parser.on("cdata", whole);
  const passedOver = () => {
    gathered = 0;
  };
  parser.on("comment", passedOver);
  parser.on("processinginstruction", passedOver);
  parser.on("doctype", passedOver);
  for await (const part of parts) {
    gathered += part.length;
    if (gathered > limits.piece) throw tooLarge();
    parser.write(decoder.decode(part, { stream: true }));
    yield;
  }
  parser.close();
}

export async function parseAll(parts: AsyncIterable<Uint8Array>, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(parts, handlers));
}
