"use client";
import { Workspace, type WorkspaceProps } from "../shell/workspace";
import { areaRegistry } from "./registry";

/** The workspace with every installed area. */
export function AreasWorkspace(props: Omit<WorkspaceProps, "registry">) {
  return <Workspace {...props} registry={areaRegistry} />;
}
