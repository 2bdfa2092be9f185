import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

const IMPORT = /^import\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'\s*$/gm
const EXPORT = /^export\s+((?:async\s+)?function\*?|const|class)\s+(\w+)/gm

/**
 * Makes one classic script of a TypeScript module and what it imports. The server has no build
 * step, and a script that defines `window.Stripe` must run before the page's modules, so it can't
 * be a module itself. Understands what this package's browser code uses and no more: named imports
 * of relative files, and exported functions, constants and classes.
 *
 * @throws Error for an import or export that it doesn't understand.
 */
export function bundleScript(entry: URL): string {
  const modules = new Map<string, string>()
  addModule(entry, modules)
  return `(() => {\n'use strict'\n${[...modules.values()].join('\n')}\n})()\n`
}

/** Adds a module after those it imports, as a function that returns its exports. */
function addModule(url: URL, modules: Map<string, string>): string {
  const name = `module_${url.pathname.replace(/\W/g, '_')}`
  if (modules.has(name)) return name
  const exported: string[] = []
  const body = stripTypeScriptTypes(readFileSync(url, 'utf8'))
    .replace(IMPORT, (_, names: string, path: string) => {
      const imported = addModule(new URL(path, url), modules)
      return `const {${names.replaceAll(' as ', ': ')}} = ${imported}`
    })
    .replace(EXPORT, (_, kind: string, exportedName: string) => {
      exported.push(exportedName)
      return `${kind} ${exportedName}`
    })
  const left = /^(?:import|export)\b.*/m.exec(body)
  if (left) throw new Error(`${url.pathname}: can't bundle ${JSON.stringify(left[0])}`)
  const code = body.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n')
  modules.set(name, `const ${name} = (() => {${code}return { ${exported.join(', ')} }\n})()`)
  return name
}
