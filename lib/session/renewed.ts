/** On a refusal: the session has new tokens since, and the call can be retried (AU-05). */
export const renewedHeader = "x-session-renewed";
