export { userTable as table } from "./queries";
export { routes } from "./routes";
