/** The answer header that says, in short, what the caller may do; opaque to browsers. */
export const permissionStampHeader = "x-permissions";
