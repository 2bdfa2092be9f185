/** A parsed form: leaves are strings, `a[b]` and `a[0]` are branches. Arrays have numeric keys. */
export interface Branch {
  [key: string]: FormNode
}
export type FormNode = string | Branch

const MAX_FIELDS = 1000
const MAX_DEPTH = 8

/** A branch without a prototype, so that a field called `__proto__` or `constructor` is only data. */
function newBranch(): Branch {
  return Object.create(null)
}

/** `a[b][]` -> `['a', 'b', '']`; a name without well-formed brackets is one literal key. */
function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) return [name]
  const [, head = name, brackets = ''] = match
  return [head, ...Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, key = '']) => key)]
}

/**
 * Parses `application/x-www-form-urlencoded` text the way Stripe does: `card[number]=…`,
 * `expand[]=…`, `expand[0]=…`. A repeated name keeps its last value.
 *
 * @throws RangeError when the form is larger or deeper than any real call.
 */
export function parseForm(text: string): Branch {
  const root = newBranch()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1
    const path = pathOf(name)
    if (fields > MAX_FIELDS || path.length > MAX_DEPTH)
      throw new RangeError('The form is too large.')
    plant(root, path, value)
  }
  return root
}

function plant(root: Branch, path: string[], value: string): void {
  let branch = root
  for (const [index, segment] of path.entries()) {
    const key = segment === '' ? String(Object.keys(branch).length) : segment
    if (index === path.length - 1) {
      branch[key] = value
      return
    }
    const existing = branch[key]
    const next = typeof existing === 'object' ? existing : newBranch()
    branch[key] = next
    branch = next
  }
}
