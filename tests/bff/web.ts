import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { type FakeApi, startFakeApi } from "./fake-api";

export const secret = "a secret of at least thirty-two characters";

export interface WebWithFakeApi {
  port: number;
  api: FakeApi;
  stop(): Promise<void>;
}

/** The built web process in front of a fake API. */
export async function startWebWithFakeApi(settings: Record<string, string> = {}): Promise<WebWithFakeApi> {
  const api = await startFakeApi();
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const web = await startWeb({
    PORT: String(port),
    API_URL: api.address,
    SESSION_SECRET: secret,
    BASE_PATH: "",
    MULTI_TENANCY: "off",
    ...settings,
  });
  return {
    port,
    api,
    stop: async () => {
      await web.stop();
      await api.stop();
    },
  };
}
