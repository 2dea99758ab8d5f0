/** Handler of a rejected call on a file: returns the given value if the file is missing, and throws other errors again. */
export const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== "ENOENT") throw error;
    return value;
  };
