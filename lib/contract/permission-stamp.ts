/** Response header that identifies the caller's current permissions; opaque to browsers. */
export const permissionStampHeader = "x-permissions";
