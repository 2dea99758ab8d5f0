export { roleTable as table } from "./queries";
export { routes } from "./routes";
