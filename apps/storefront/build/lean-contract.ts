import { basename } from 'node:path'
import { type ESTree, type Plugin, parseAst } from 'vite'

/** What a browser's call reads of an endpoint. Schemas and errors are for the server. */
const KEPT = new Set(['method', 'path'])
const CALLS = '?calls'

/**
 * Splits each contract module in two for the browser: its calls, reduced to method and path, and
 * its schemas. A page that makes calls then carries no schema and no validator (9 kB gzip of the
 * first load); a form or a stored record that imports a schema by name gets it whole.
 */
export function leanContract(): Plugin {
  return {
    name: 'foyer:lean-contract',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /\/packages\/contract\/src\/[\w-]+\.ts(\?calls)?$/,
        code: /\bendpoint\(\{/,
      },
      handler(code, id) {
        const groups = endpointGroups(code)
        if (id.endsWith(CALLS)) return { code: groups.map(asCalls).join('\n'), map: null }
        const names = groups.map(({ name }) => name).join(', ')
        return {
          code: `${without(code, groups)}\nexport { ${names} } from './${basename(id)}${CALLS}'`,
          map: null,
        }
      },
    },
  }
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

const asCalls = ({ name, calls }: EndpointGroup): string =>
  `export const ${name} = { ${calls.map(([call, text]) => `${call}: ${text}`).join(', ')} }`

function without(code: string, groups: EndpointGroup[]): string {
  return groups.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}
