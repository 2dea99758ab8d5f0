import { channel } from "node:diagnostics_channel";

// Channels instead of variables, because the server, its hooks and Next's handlers are bundled separately.
const draining = channel("hub.draining");
const closing = channel("hub.closing");

/** Runs when a stop signal arrives: requests are still served for DRAIN_SECONDS (scripts/lib/web-server.mjs). */
export const onDraining = (listener: () => void): void => draining.subscribe(() => listener());

/** Runs when the process stops accepting requests, and waits for the pending ones. */
export const onClosing = (listener: () => void): void => closing.subscribe(() => listener());
