/**
 * Stryker runs this in each copy of the repository: links the workspaces of the copy, as npm links those
 * of the original. All other packages are found in the node_modules of the folders above the copy.
 */
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const copy = process.cwd()
const original = resolve(copy, '../../../../..')
const scope = join(copy, 'node_modules/@foyer')
mkdirSync(scope, { recursive: true })

for (const path of globSync('{packages,apps}/*/package.json')) {
  const folder = dirname(path)
  const { name }: { name: string } = JSON.parse(readFileSync(path, 'utf8'))
  symlinkSync(relative(scope, join(copy, folder)), join(copy, 'node_modules', name))
  // Versions that only this workspace has.
  const own = join(original, folder, 'node_modules')
  if (existsSync(own)) symlinkSync(own, join(copy, folder, 'node_modules'))
}
