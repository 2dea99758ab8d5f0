/** Sent to the panel of a tab just before it is hidden, while its contents can still be measured. */
export const leaveEvent = "tableave";
