import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The DNS of the program under test: what tests have written into the folder FOYER_E2E_DNS, a list in
 * a file for each question, such as `TXT tickets.example`. Nothing of the world is asked. Loaded before
 * the program.
 */
const answers = async (/** @type {string} */ question) => {
  const file = join(process.env.FOYER_E2E_DNS ?? '', encodeURIComponent(question))
  return JSON.parse(await readFile(file, 'utf8').catch(() => '[]'))
}

Resolver.prototype.resolveTxt = async (name) =>
  (await answers(`TXT ${name}`)).map((/** @type {string} */ value) => [value])
Resolver.prototype.resolveCname = (name) => answers(`CNAME ${name}`)
Object.assign(Resolver.prototype, { resolve4: async () => [], resolve6: async () => [] })
