/** Authenticates a web process to the API, so that the API trusts the browser address it reports. */
export const proxySecretHeader = "x-proxy-secret";
