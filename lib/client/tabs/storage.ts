// Storage access that tolerates a disabled or full storage.

export function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // The value is missing after the next reload; nothing else is lost.
  }
}

export function remove(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Storage is disabled, so there was nothing to remove.
  }
}
