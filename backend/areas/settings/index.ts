import { contract } from "../../../lib/contract";
import { offeredCapabilities } from "../../../lib/contract/settings";
import packageJson from "../../../package.json";
import { implement } from "../../http/route";

export const routes = implement(contract.settings, {
  version: async () => ({ version: packageJson.version, capabilities: [...offeredCapabilities] }),
});
