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

/** The URL of a hue that is not saved, for a preview. */
export const previewSheetUrl = (tenant: Tenant, hue: number): string =>
  `${brandSheet(tenant).url}?hue=${hue}`

/** The stylesheet of that URL; null without a hue. */
export function previewSheet(hue: unknown): string | null {
  if (typeof hue !== 'string' || !/^\d{1,3}(\.\d{1,3})?$/.test(hue) || Number(hue) >= 360)
    return null
  return brandCss({ hue: Number(hue) })
}
