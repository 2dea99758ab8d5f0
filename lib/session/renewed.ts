/** On a refusal: the session has new tokens since, and the call is worth making once more (AU-05). */
export const renewedHeader = "x-session-renewed";
