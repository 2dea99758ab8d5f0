/** Sent with a password sign-in: the device's name from its last sign-in, if any. Servers that do not know it ignore it. */
export const deviceHeader = "x-device";

/** The device's next name, valid once the sign-in succeeds. */
export const nextDeviceHeader = "x-device-next";

/** 256 random bits. */
export const deviceNamePattern = /^[\w-]{43}$/;
