/** Minutes after which looking at the product as another person ends. */
export const viewingMinutes = 30;

/** As whom the session looks that a permission stamp was made for; undefined where its user looks as themselves. */
export function viewedIn(stamp: string | null | undefined): string | undefined {
  return stamp?.split(".")[1];
}
