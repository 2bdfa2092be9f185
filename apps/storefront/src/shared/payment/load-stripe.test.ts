import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { loadStripe, PAYMENT_SCRIPT_URL } from './load-stripe.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page whose scripts load or fail in turn; returns the addresses that were requested. */
function pageWith(...loads: boolean[]) {
  const requested: string[] = []
  const window: { Stripe?: (key: string) => object } = {}
  const append = (script: { src: string; onload: () => void; onerror: () => void }) => {
    requested.push(script.src)
    if (!loads.shift()) return script.onerror()
    window.Stripe = (key) => ({ key })
    script.onload()
  }
  const document = { createElement: () => ({ remove: () => {} }), head: { append } }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  return requested
}

it('loads the release that the installed types describe', () => {
  const loader = createRequire(import.meta.url).resolve('@stripe/stripe-js')
  const source = readFileSync(join(dirname(loader), '../dist/index.js'), 'utf8')
  const [, release] = /RELEASE_TRAIN = '(\w+)'/.exec(source) ?? []
  expect(PAYMENT_SCRIPT_URL).toBe(`https://js.stripe.com/${release}/stripe.js`)
})

it('loads the script once, even if it is requested twice', async () => {
  const requested = pageWith(true)
  const config = { publishableKey: 'pk_once' }
  const [first, second] = await Promise.all([loadStripe(config), loadStripe(config)])
  expect(first).toBe(second)
  expect(requested).toEqual([PAYMENT_SCRIPT_URL])
})

it('loads the emulator for a demo', async () => {
  const requested = pageWith(true)
  await loadStripe({ publishableKey: 'pk_demo', scriptUrl: '/emulator/stripe.js' })
  expect(requested).toEqual(['/emulator/stripe.js'])
})

it('tries again after a load that failed', async () => {
  const requested = pageWith(false, true)
  const config = { publishableKey: 'pk_again' }
  await expect(loadStripe(config)).rejects.toThrow('Could not load')
  await expect(loadStripe(config)).resolves.toBeDefined()
  expect(requested).toHaveLength(2)
})
