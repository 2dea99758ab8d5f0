import type { CurrentUser } from "@/lib/contract/user";

const beforeViewing = "hub.before-viewing";

/** Where the workspace of somebody else begins: at home, or where whoever looked as another person began to. */
export function startOf({ profile, viewedBy }: CurrentUser, prefix: string): string {
  try {
    const [viewerId, left] = sessionStorage.getItem(beforeViewing)?.split(" ") ?? [];
    sessionStorage.removeItem(beforeViewing);
    if (viewedBy) sessionStorage.setItem(beforeViewing, `${viewedBy.userId} ${location.href}`);
    else if (left && viewerId === profile.userId) return left;
  } catch {
    // A browser that stores nothing begins at home.
  }
  return `${prefix}/`;
}
