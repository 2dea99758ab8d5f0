/** Minutes after which viewing as another user ends. */
export const viewingMinutes = 30;

/** Id of the viewed user in a permission stamp; undefined without viewing. */
export function viewedIn(stamp: string | null | undefined): string | undefined {
  return stamp?.split(".")[1];
}
