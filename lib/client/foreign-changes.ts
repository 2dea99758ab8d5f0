/**
 * Keeps React working after other programs changed the page: translators replace text nodes, some despite `translate="no"`. React
 * would fail to remove a moved node or to insert before it (facebook/react#11538), which would break the whole view.
 *
 * Serialised into a script in the page's head, so it must not use anything outside of itself.
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
