import type { Area, LazyView } from "./area";

export interface Route {
  area: Area;
  kind: "index" | "list" | "create" | "detail";
  /** Decoded record id of a detail view, else empty. */
  id: string;
  View: LazyView;
}

/** Finds the view of a path such as `/users/12` (RT-01); undefined for unknown paths (RT-03). */
export function findRoute(areas: readonly Area[], path: string): Route | undefined {
  const [name = "", second, ...more] = path.split("/").filter(Boolean);
  const area = findArea(areas, name);
  if (!area || more.length > 0) return undefined;
  const { index, list, create, detail } = area.views;
  if (second === undefined) {
    if (index) return { area, kind: "index", id: "", View: index };
    return list && { area, kind: "list", id: "", View: list };
  }
  if (second.toLowerCase() === "new") return create && { area, kind: "create", id: "", View: create };
  const id = decoded(second);
  return detail && id !== undefined ? { area, kind: "detail", id, View: detail } : undefined;
}

/** Finds the area by first path segment, ignoring case. */
export function findArea(areas: readonly Area[], name: string): Area | undefined {
  const wanted = name.toLowerCase();
  return areas.find((area) => area.name === wanted);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
