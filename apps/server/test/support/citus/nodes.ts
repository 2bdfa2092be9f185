/** A part of a parsed statement. */
export type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a node; an empty one if it is not there. */
export function partOf(node: Node, name: string): Node {
  const part = node[name]
  return isNode(part) ? part : {}
}

/** The parts of a list; none if it is not there. */
export const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : []

/** The text of a name. */
export const textOf = (node: Node): string => String(partOf(node, 'String').sval)
