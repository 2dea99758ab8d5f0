const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether a file has the format of older Office programs, Outlook, and documents with a password (MS-CFB). */
export const isCompoundFile = (bytes: Uint8Array) => signature.every((byte, index) => bytes[index] === byte);
