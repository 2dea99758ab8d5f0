/** Handler of a rejected call on a file: returns the given value if the file is missing, and rethrows other errors. */
export const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== "ENOENT") throw error;
    return value;
  };
