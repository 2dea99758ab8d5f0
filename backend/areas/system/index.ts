import { contract } from "../../../lib/contract";
import { implement, slowHandler } from "../../endpoint/route";

export const routes = implement(contract.system, {
  // They wait for other servers, so no transaction is open meanwhile.
  checks: slowHandler({
    check: async () => undefined,
    prepare: ({ context }) => context.systemChecks.report(context.language),
    handle: async (_, report) => report,
  }),
});
