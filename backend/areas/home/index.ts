import { contract } from "../../../lib/contract";
import { implement } from "../../http/route";
import { overview } from "./service";

export const routes = implement(contract.home, { overview: ({ context }) => overview(context) });
