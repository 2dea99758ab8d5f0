import type { MessageKeys, NestedKeyOf } from "next-intl";
import type { Messages } from "./namespaces";

/** Key of any message, with its namespace: `users.title`. */
export type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;
