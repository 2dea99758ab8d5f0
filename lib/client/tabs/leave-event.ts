/** Sent to the panel of a tab just before it goes behind, while everything in it can still be measured. */
export const leaveEvent = "tableave";
