import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { exchangeOf, internalHeaders, registerExchange } from "./internal-headers";

test("[CF-02] [AU-01] drops internal headers sent by clients, and keeps an exchange until it ends", () => {
  const response = new EventEmitter();
  const headers = {
    host: "hub.example",
    "x-hub-address": "1.2.3.4",
    "x-hub-away": "1",
    "x-hub-tenant": "other",
    "x-hub-unreadable": "1",
    "x-hubble": "kept",
  };
  const exchange = {
    request: { headers } as unknown as IncomingMessage,
    response: response as ServerResponse,
    target: "/users",
    headers,
  };
  registerExchange({ ...exchange, address: "192.0.2.1" });
  expect(headers).toEqual({
    host: "hub.example",
    "x-hubble": "kept",
    [internalHeaders.id]: expect.any(String),
    [internalHeaders.target]: "/users",
    [internalHeaders.address]: "192.0.2.1",
  });
  expect(exchangeOf(new Headers(headers as Record<string, string>))).toEqual(exchange);
  response.emit("close");
  expect(exchangeOf(new Headers(headers as Record<string, string>))).toBeUndefined();
});
