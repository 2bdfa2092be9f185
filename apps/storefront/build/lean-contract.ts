import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

/** All that a call in the browser reads of an endpoint; schemas and errors are the server's. */
const KEPT = new Set(['method', 'path'])

/**
 * The validator's name in modules that only build schemas. Given to the bundler as a pure function,
 * it lets schemas that nobody reads go. Not `z` itself: `z.config` elsewhere has to stay.
 */
export const PURE_VALIDATOR = 'pureZ'

/**
 * Reduces every `endpoint({ … })` to its method and path, so that a page carries neither the
 * schemas of all calls nor the validator behind them: 9 kB gzip of the first load. A schema that a
 * form imports by name stays whole.
 */
export function leanContract(): Plugin {
  return {
    name: 'foyer:lean-contract',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /\/packages\/contract\/src\/[\w-]+\.ts$/,
        code: { include: /'zod\/mini'/, exclude: /\bz\.config\(/ },
      },
      handler: (code) => ({
        code: reduceEndpoints(code).replace(/\bz(?=\s*\.| from )/g, PURE_VALIDATOR),
        map: null,
      }),
    },
  }
}

function reduceEndpoints(code: string): string {
  let reduced = ''
  let from = 0
  new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
      if (declaration?.type !== 'ObjectExpression') return
      const kept = declaration.properties.filter(isKept).map((p) => code.slice(p.start, p.end))
      reduced += `${code.slice(from, declaration.start)}{ ${kept.join(', ')} }`
      from = declaration.end
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  return reduced + code.slice(from)
}

const isKept = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && KEPT.has(property.key.name)
