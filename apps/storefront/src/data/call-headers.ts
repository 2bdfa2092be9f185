import type { TenantView } from '@foyer/contract'
import { randomHex } from '../shared/browser/random-hex.ts'
import { readStored, writeStored } from './stored/browser-storage.ts'
import { isText } from './stored/shape.ts'

const KEY = 'foyer-browser-id'
const AREAS = ['local', 'session'] as const

/**
 * A random name of this browser, stored as long as the browser allows. Calls send it as
 * `x-browser-id`, so that they can be found in a log. It grants nothing: the cookie decides what
 * belongs to a browser.
 */
export function browserId(): string {
  const known = kept()
  if (known) return known
  const made = `browser_${randomHex()}`
  for (const area of AREAS) {
    writeStored(area, KEY, made)
    // Writing to a forbidden or full storage reports nothing, so only reading shows whether it
    // worked.
    if (kept() === made) break
  }
  return made
}

function kept(): string | null {
  for (const area of AREAS) {
    const stored = readStored(area, KEY, isText)
    if (stored.kind === 'found') return stored.value
  }
  return null
}

/** The headers that name the tenant to the API, if the page's own address names it. */
export function tenantHeaders(
  tenant: TenantView,
  base: string,
  host: string,
): Record<string, string> {
  if (base) return { 'X-Brand-Path': base.slice(1) }
  return host.startsWith(`${tenant.slug}.`) ? { 'X-Tenant-Subdomain': tenant.slug } : {}
}
