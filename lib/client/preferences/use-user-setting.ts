"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { CurrentUser } from "../../contract/user";
import { useCurrentUser } from "../permissions";
import type { Reader } from "../readers";
import { settingsWriterOf, userKey } from "./settings-writer";

type Update<Value> = Value | null | ((before: Value) => Value | null);

/**
 * Something that a user arranged, such as the columns of a table: kept for the user under `name`, as JSON, by whatever
 * server there is. A change is seen at once and saved without a word; of two, the last one counts; null is the default again.
 * @param name begins with a letter; letters, digits and `. _ : / -`, at most 100
 * @param read what is stored, checked by hand, since schemas are no part of a first load; undefined, and with it the
 *   default, for what does not fit, such as a value of an older release; the same function on each call
 * @param fallback the same object on each call, while nothing is stored
 */
export function useUserSetting<Value>(
  name: string,
  read: Reader<Value>,
  fallback: Value,
): [Value, (update: Update<Value>) => void] {
  const client = useQueryClient();
  const { data } = useCurrentUser();
  const stored = settingOf(data, name);
  const value = useMemo(() => parsed(stored, read) ?? fallback, [stored, read, fallback]);
  const set = useCallback(
    (update: Update<Value>) => {
      // Not the value of the last rendering: two updates in a row build on each other.
      const before = settingOf(client.getQueryData(userKey), name);
      const next = update instanceof Function ? update(parsed(before, read) ?? fallback) : update;
      settingsWriterOf(client).write(name, next === null ? null : JSON.stringify(next));
    },
    [client, name, read, fallback],
  );
  return [value, set];
}

function settingOf(user: CurrentUser | undefined, name: string): string | undefined {
  return user?.userSettings.find(({ settingName }) => settingName === name)?.settingValue;
}

function parsed<Value>(stored: string | undefined, read: Reader<Value>): Value | undefined {
  if (stored === undefined) return undefined;
  try {
    return read(JSON.parse(stored));
  } catch {
    return undefined;
  }
}
