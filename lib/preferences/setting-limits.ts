/** Begins with a letter: `users.columns`. */
export const settingName = /^[A-Za-z][A-Za-z0-9._:/-]{0,99}$/;
export const settingLength = 16_000;
/** What one user may keep in all: settings, and characters of their names and values together. */
export const settingLimits = { count: 200, characters: 200_000 };
/** How many one change may name: all that are kept, and as many to be forgotten. */
export const maxSettingsChanged = 2 * settingLimits.count;
