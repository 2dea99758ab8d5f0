"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { CurrentUser } from "../../contract/user";
import { useCurrentUser } from "../permissions";
import type { Reader } from "../readers";
import { settingsWriterOf, userKey } from "../settings/settings-writer";

type Update<Value> = Value | null | ((before: Value) => Value | null);

/**
 * A per-user arrangement, such as the columns of a table, stored as JSON under `name` on the server. A change is shown at
 * once and saved silently; the last one wins; null restores the default.
 * @param name begins with a letter; letters, digits and `. _ : / -`, at most 100
 * @param read parses the stored value without schemas, which are not part of a first load; undefined selects the default,
 * for example for a value of an older release; must be a stable function
 * @param fallback default value; must be a stable object
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
      // Reads the current value rather than the last rendered one: consecutive updates build on each other.
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
