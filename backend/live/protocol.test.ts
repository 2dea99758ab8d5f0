import fc from "fast-check";
import { expect, test } from "vitest";
import {
  closeMessage,
  handshakeFault,
  invocationMessage,
  MessageReader,
  ProtocolError,
  reactionTo,
} from "./protocol";

const messages = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });

test("[HO-03] messages are parsed identically however they are split", () => {
  fc.assert(
    fc.property(messages, fc.array(fc.nat(200), { maxLength: 12 }), (sent, cuts) => {
      const text = sent.map((message) => `${JSON.stringify(message)}\u001e`).join("");
      const reader = new MessageReader();
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const read = places.slice(1).flatMap((end, at) => reader.read(text.slice(places[at], end)));
      expect(read).toEqual(JSON.parse(JSON.stringify(sent)));
    }),
  );
});

test("[HO-03] any input is a message or refused, within the memory limit of a message", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (parts) => {
      const reader = new MessageReader();
      for (const part of parts) {
        try {
          for (const message of reader.read(part)) reactionTo(message);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }
    }),
  );
  const reader = new MessageReader();
  expect(() => {
    for (let count = 0; count < 40; count += 1) reader.read("x".repeat(1024));
  }).toThrow(ProtocolError);
});

test("[HO-03] each written text is one message, whatever its content", () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (target, argument) => {
      const text = invocationMessage(target, argument) + closeMessage(target, true);
      expect(new MessageReader().read(text)).toEqual([
        { type: 1, target, arguments: [JSON.parse(JSON.stringify(argument))] },
        { type: 7, error: target, allowReconnect: true },
      ]);
    }),
  );
});

test("[HO-03] the handshake requires JSON in a known version, and calls are answered on request", () => {
  expect(handshakeFault({ protocol: "json", version: 1 })).toBeUndefined();
  expect(handshakeFault({ protocol: "messagepack", version: 1 })).toContain("messagepack");
  expect(handshakeFault({ protocol: "json", version: 9 })).toContain("9");
  expect(handshakeFault({})).toBeDefined();
  expect(reactionTo({ type: 1, target: "Do", arguments: [3] })).toEqual({
    call: { target: "Do", argument: 3 },
  });
  const { completed } = reactionTo({ type: 1, target: "Do", invocationId: "7" });
  expect(completed?.("No.")).toBe(`${JSON.stringify({ type: 3, invocationId: "7", error: "No." })}\u001e`);
  expect(reactionTo({ type: 7 })).toEqual({ isClose: true });
  expect(reactionTo({ type: 6 })).toEqual({});
});

test("[HO-03] a protocol, version or method of another type is refused like an unknown one", () => {
  const odd = { toString: 1 };
  expect(handshakeFault({ protocol: odd, version: 1 })).toContain("not supported");
  expect(handshakeFault({ protocol: "json", version: odd })).toContain("not supported");
  expect(reactionTo({ type: 1, target: odd, arguments: [] }).call?.target).toBe("");
});
