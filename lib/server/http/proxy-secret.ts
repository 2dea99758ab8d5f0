/** By which a web process shows the API who it is, so that its word about a browser's address counts. */
export const proxySecretHeader = "x-proxy-secret";
