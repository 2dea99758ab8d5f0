export { routes } from "./routes";
export { attachmentTable as table } from "./table";
