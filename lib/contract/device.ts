/**
 * On a sign-in with a password: the name of the device as it was given at the last sign-in from it, if any. Servers that do
 * not know it leave it alone.
 */
export const deviceHeader = "x-device";

/** The name that the device has from now on, should the sign-in succeed. */
export const nextDeviceHeader = "x-device-next";

/** 256 random bits. */
export const deviceNamePattern = /^[\w-]{43}$/;
