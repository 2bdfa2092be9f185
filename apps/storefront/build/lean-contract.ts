import { basename } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'

/** What a browser's call reads of an endpoint. Schemas and errors are for the server. */
const KEPT = new Set(['method', 'path'])
const CALLS = '?calls='

/**
 * Splits each contract module for the browser: its schemas, and a module for each call, reduced to
 * method and path. A page that makes calls then carries no schema and no validator (9 kB gzip of the
 * first load), and only its own calls; a form or a stored record that imports a schema by name gets
 * it whole.
 *
 * `carts.ts` becomes its schemas and `export * as carts from './carts.ts?calls=carts'`, which exports
 * `previewQuote` from `./carts.ts?calls=carts&previewQuote`. The bundler resolves `carts.previewQuote`
 * to that module, and drops the calls that no page makes.
 */
export function leanContract(): Plugin {
  return {
    name: 'foyer:lean-contract',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /\/packages\/contract\/src\/[\w-]+\.ts(\?calls=[\w&]+)?$/,
        code: /\bendpoint\(\{/,
      },
      handler(code, id) {
        const [path = '', wanted] = id.split(CALLS)
        const groups = endpointGroups(code)
        return { code: moduleOf(wanted, groups, code, `./${basename(path)}${CALLS}`), map: null }
      },
    },
  }
}

/** The source of a contract module, of the calls of a group, or of one call ('carts&getCart'). */
function moduleOf(
  wanted: string | undefined,
  groups: readonly EndpointGroup[],
  code: string,
  address: string,
): string {
  if (wanted === undefined) {
    const exported = groups.map(({ name }) => `export * as ${name} from '${address}${name}'`)
    return [without(code, groups), ...exported].join('\n')
  }
  const [group, call] = wanted.split('&')
  const calls = groups.find(({ name }) => name === group)?.calls ?? []
  if (call === undefined) {
    return calls.map(([name]) => `export { ${name} } from '${address}${wanted}&${name}'`).join('\n')
  }
  const declaration = calls.find(([name]) => name === call)?.[1] ?? ''
  return `export const ${call} = ${declaration}`
}

interface EndpointGroup {
  name: string
  /** Name of each call and what is kept of it, as source text. */
  calls: [name: string, declaration: string][]
  start: number
  end: number
}

/** The module's `export const name = { call: endpoint({ … }), … } as const` declarations. */
function endpointGroups(code: string): EndpointGroup[] {
  const groups: EndpointGroup[] = []
  for (const node of parseAst(code, { lang: 'ts' }).body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    if (node.declaration?.type !== 'VariableDeclaration') continue
    const [declarator] = node.declaration.declarations
    if (declarator?.id.type !== 'Identifier' || declarator.init?.type !== 'TSAsExpression') continue
    const { expression } = declarator.init
    if (expression.type !== 'ObjectExpression') continue
    const calls = expression.properties.flatMap((property) => callOf(property, code))
    if (calls.length > 0) {
      groups.push({ name: declarator.id.name, calls, start: node.start, end: node.end })
    }
  }
  return groups
}

function callOf(property: ESTree.ObjectPropertyKind, code: string): [string, string][] {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
  const { key, value } = property
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return []
  const [declaration] = value.arguments
  if (value.callee.name !== 'endpoint' || declaration?.type !== 'ObjectExpression') return []
  const kept = declaration.properties.filter(isKept).map((p) => code.slice(p.start, p.end))
  return [[key.name, `{ ${kept.join(', ')} }`]]
}

const isKept = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && KEPT.has(property.key.name)

function without(code: string, groups: readonly EndpointGroup[]): string {
  return groups.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}
