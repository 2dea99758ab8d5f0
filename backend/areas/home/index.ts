import { contract } from "../../../lib/contract";
import { isPermitted } from "../../endpoint/permission";
import { implement } from "../../endpoint/route";
import { figures } from "./queries";
import { overview } from "./service";

export const routes = implement(contract.home, {
  overview: ({ context }) => overview(context),
  figures: ({ context }) =>
    figures(context, { seesFiles: isPermitted(contract.attachments.list.access, context.user.permissions) }),
});
