import type { MessageKeys, NestedKeyOf } from "next-intl";
import type { Messages } from "./namespaces";

/** A message anywhere, with its namespace: `users.title`. */
export type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;
