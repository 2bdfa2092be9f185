/**
 * Lets React live with a page translator. Chrome's and others take a text node out of the page and put
 * their own elements in its place; React still holds the old one, and removing it, or inserting something
 * before it, throws and takes the page down (react#11538). A node that is not there any more needs no
 * removing, and what is to stand before it stands at the end. What changes while it is shown, such as a
 * clock, is the only child of an element: React writes such a text anew, whatever stands there.
 */
export function toleratePageTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const isThere = before === null || before.parentNode === this
    return insertBefore.call(this, node, isThere ? before : null) as T
  }
}
