import type { TenantView } from '@foyer/contract'
import { randomHex } from '../shared/browser/random-hex.ts'
import { readStored, writeStored } from './stored/browser-storage.ts'
import { isText } from './stored/shape.ts'

const KEY = 'foyer-browser-id'
const AREAS = ['local', 'session'] as const

/**
 * A name for this browser, made up once and kept as long as it allows: `x-browser-id` of its calls,
 * to find them in a log. It opens nothing: what belongs to a browser is decided by its cookie.
 */
export function browserId(): string {
  const known = kept()
  if (known) return known
  const made = `browser_${randomHex()}`
  for (const area of AREAS) {
    writeStored(area, KEY, made)
    // Where storage is forbidden or full, writing says nothing: only reading tells.
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

/** The headers that name the tenant to the API, where the page's own address names it. */
export function tenantHeaders(
  tenant: TenantView,
  base: string,
  host: string,
): Record<string, string> {
  if (base) return { 'X-Brand-Path': base.slice(1) }
  return host.startsWith(`${tenant.slug}.`) ? { 'X-Tenant-Subdomain': tenant.slug } : {}
}
