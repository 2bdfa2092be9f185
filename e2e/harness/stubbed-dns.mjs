import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/**
 * The DNS of the program under test: what a test has written into the file FOYER_E2E_DNS, as
 * `{ "TXT tickets.example": ["…"] }`. Nothing of the world is asked. Loaded before the program.
 */
const answers = async (/** @type {string} */ question) => {
  const text = await readFile(process.env.FOYER_E2E_DNS ?? '', 'utf8').catch(() => '{}')
  return JSON.parse(text)[question] ?? []
}

Resolver.prototype.resolveTxt = async (name) =>
  (await answers(`TXT ${name}`)).map((/** @type {string} */ value) => [value])
Resolver.prototype.resolveCname = (name) => answers(`CNAME ${name}`)
Object.assign(Resolver.prototype, { resolve4: async () => [], resolve6: async () => [] })
