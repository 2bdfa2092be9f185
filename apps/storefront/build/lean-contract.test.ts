import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { leanContract } from './lean-contract.ts'

/** What the browser gets of a module that uses the contract. */
async function bundled(source: string): Promise<string> {
  const entry = '\0entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [
      leanContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .map(codeOf)
    .join()
}

const codeOf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): string =>
  file.type === 'chunk' ? file.code : ''

it('keeps method and path of a call, and neither its schemas nor the validator', async () => {
  const code = await bundled(
    `import { catalog } from '@foyer/contract'; console.log(catalog.getEvent)`,
  )
  expect(code).toMatch(/method: "GET",\s+path: "\/api\/events\/:eventId"/)
  expect(code).not.toContain('Zod')
  expect(code).not.toContain('venue_timezone')
})

it('leaves out the calls that no page makes', async () => {
  const code = await bundled(
    `import { carts, catalog } from '@foyer/contract'; console.log(catalog.getEvent, carts.getCart)`,
  )
  expect(code).toContain('/api/checkout/carts/:cartId"')
  expect(code).not.toContain('/api/fee-sets')
  expect(code).not.toContain('/api/checkout/holds')
})

it('keeps a schema whole that is imported by name', async () => {
  const code = await bundled(
    `import { contact } from '@foyer/contract'; console.log(contact.safeParse({}))`,
  )
  expect(code).toContain('Zod')
})
