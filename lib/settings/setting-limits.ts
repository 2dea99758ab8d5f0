/** Begins with a letter: `users.columns`. */
export const settingName = /^[A-Za-z][A-Za-z0-9._:/-]{0,99}$/;
export const settingLength = 16_000;
/** Limits per user: number of settings, and total characters of names and values. */
export const settingLimits = { count: 200, characters: 200_000 };
/** Maximum number of settings in one change: all stored ones, and as many deletions. */
export const maxSettingsChanged = 2 * settingLimits.count;
