"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type * as z from "zod";
import type { CurrentUser } from "../contract/user";
import { useCurrentUser } from "../permissions";
import { settingsWriterOf, userKey } from "./settings-writer";

type Update<Value> = Value | null | ((before: Value) => Value | null);

/**
 * Something that a user arranged, such as the columns of a table: kept for the user under `name`, as JSON, by whatever
 * server there is. A change is seen at once and saved without a word; of two, the last one counts; null is the default again.
 * @param name begins with a letter; letters, digits and `. _ : / -`, at most 100
 * @param schema what is stored but does not fit, such as a value of an older release, counts as the default
 * @param fallback the same object on each call, while nothing is stored
 */
export function useUserSetting<Value>(
  name: string,
  schema: z.ZodType<Value>,
  fallback: Value,
): [Value, (update: Update<Value>) => void] {
  const client = useQueryClient();
  const { data } = useCurrentUser();
  const stored = settingOf(data, name);
  const value = useMemo(() => read(stored, schema) ?? fallback, [stored, schema, fallback]);
  const set = useCallback(
    (update: Update<Value>) => {
      // Not the value of the last rendering: two updates in a row build on each other.
      const before = settingOf(client.getQueryData(userKey), name);
      const next = update instanceof Function ? update(read(before, schema) ?? fallback) : update;
      settingsWriterOf(client).write(name, next === null ? null : JSON.stringify(next));
    },
    [client, name, schema, fallback],
  );
  return [value, set];
}

function settingOf(user: CurrentUser | undefined, name: string): string | undefined {
  return user?.userSettings.find(({ settingName }) => settingName === name)?.settingValue;
}

function read<Value>(stored: string | undefined, schema: z.ZodType<Value>): Value | undefined {
  if (stored === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
