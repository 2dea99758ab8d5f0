import type { CurrentUser } from "@/lib/contract/user";

const beforeViewing = "hub.before-viewing";

/** Start address of another user's workspace: home, or the page from which viewing as that user began. */
export function startOf({ profile, viewedBy }: CurrentUser, prefix: string): string {
  try {
    const [viewerId, left] = sessionStorage.getItem(beforeViewing)?.split(" ") ?? [];
    sessionStorage.removeItem(beforeViewing);
    if (viewedBy) sessionStorage.setItem(beforeViewing, `${viewedBy.userId} ${location.href}`);
    else if (left && viewerId === profile.userId) return left;
  } catch {
    // Without storage it is the home page.
  }
  return `${prefix}/`;
}
