export { sendDueInvitations } from "./deliver";
export { routes } from "./routes";
