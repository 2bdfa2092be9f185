import { createHash } from 'node:crypto'
import { brandCss } from '@foyer/domain'
import type { Tenant } from '../../context.ts'

/** A tenant's colours as a stylesheet, and the address that changes with its content. */
export function brandSheet(tenant: Tenant): { url: string; css: string } {
  const css = brandCss({ hue: tenant.hue })
  const version = createHash('sha256').update(css).digest('hex').slice(0, 10)
  return { url: `/brand/${tenant.slug}-${version}.css`, css }
}
