import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { ApiKeyCreate } from "@/lib/contract/api-keys";

/** Calls for API keys: the user's own, or those of an administered user (US-05). */
export interface ApiKeyCalls {
  list: typeof contract.user.apiKeys | typeof contract.users.apiKeys;
  params?: { userId: string };
  /** Returns the new key, which cannot be read again. */
  create: (query: ApiKeyCreate) => Promise<string>;
  revoke: (apiKeyIds: string[]) => Promise<unknown>;
  /** Areas to invalidate after either call. */
  affects: readonly string[];
}

export const ownApiKeys: ApiKeyCalls = {
  list: contract.user.apiKeys,
  create: (query) => call(contract.user.createApiKey, { query }),
  revoke: (apiKeyIds) => call(contract.user.removeApiKeys, { query: { apiKeyIds } }),
  affects: contract.user.createApiKey.affects,
};

export function apiKeysOf(userId: string): ApiKeyCalls {
  const params = { userId };
  return {
    list: contract.users.apiKeys,
    params,
    create: (query) => call(contract.users.createApiKey, { params, query }),
    revoke: (apiKeyIds) => call(contract.users.removeApiKeys, { params, query: { apiKeyIds } }),
    affects: contract.users.createApiKey.affects,
  };
}
