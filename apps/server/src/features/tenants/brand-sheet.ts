import { createHash } from 'node:crypto'
import { brandCss } from '@foyer/domain'
import type { Tenant } from '../../context.ts'

interface BrandSheet {
  url: string
  css: string
}

/** Computing readable colours takes a millisecond, and every page refers to the stylesheet. */
const sheets = new WeakMap<Tenant, BrandSheet>()

/** Returns a tenant's colours as a stylesheet, with a URL that changes with its content. */
export function brandSheet(tenant: Tenant): BrandSheet {
  const present = sheets.get(tenant)
  if (present) return present
  const css = brandCss({ hue: tenant.hue })
  const version = createHash('sha256').update(css).digest('hex').slice(0, 10)
  const sheet = { url: `/brand/${tenant.slug}-${version}.css`, css }
  sheets.set(tenant, sheet)
  return sheet
}
