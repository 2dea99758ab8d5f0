/**
 * Lets React go on where something else has changed the page: programs that translate pages put elements of their own in the place
 * of texts, some of them although `translate="no"` asks them not to. React would fail to remove what is no longer where it was, or
 * to insert something before it (facebook/react#11538), and a whole view would be lost.
 *
 * Runs from the page's head, written out as a script of its own: nothing outside of this function exists there.
 */
export function tolerateForeignChanges(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as Child;
  };
}
