import { readFile } from 'node:fs/promises'
import { grantedValue } from '@foyer/contract'
import type { Database } from '@foyer/db'
import sharp from 'sharp'
import { makePicture, setEventPicture } from '../features/catalog/editing/index.ts'
import { DEMO_TENANTS } from './demo-data.ts'
import { idOf } from './demo-ids.ts'
import type { DemoEvent, DemoTenant } from './demo-types.ts'

/**
 * Gives the demo's events their pictures, which are drawings in `pictures/`. An event that has a
 * picture keeps it, because an organizer may have set another one. `signal` ends it after the picture
 * in hand; the next start makes those that are missing.
 */
export async function addPictures(
  db: Database,
  onProgress: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const known = await db.registry.selectFrom('tenants').select(['tenant_id', 'slug']).execute()
  for (const tenant of DEMO_TENANTS) {
    const row = known.find(({ slug }) => slug === tenant.slug)
    const missing = row ? await findMissing(db, row.tenant_id, tenant) : []
    if (!row || missing.length === 0) continue
    onProgress(`Making the pictures of ${tenant.name}`)
    for (const { key, picture } of missing) {
      if (signal?.aborted) return
      const ready = grantedValue(await makePicture(await drawnPicture(key), picture?.focus))
      const described = { picture: ready, alt: picture?.alt ?? '' }
      await db.longWork.withTenant(row.tenant_id, async (tx) => {
        const eventId = idOf(tenant.slug, key)
        grantedValue(await setEventPicture(tx, row.tenant_id, eventId, described))
      })
    }
  }
}

/** The events that should have a picture and have none. */
async function findMissing(
  db: Database,
  tenantId: number,
  { slug, events }: DemoTenant,
): Promise<DemoEvent[]> {
  const pictured = await db.withTenant(tenantId, (tx) =>
    tx.selectFrom('event_pictures').select('event_id').execute(),
  )
  const ids = new Set(pictured.map(({ event_id }) => event_id))
  return events.filter(({ key, picture }) => picture && !ids.has(idOf(slug, key)))
}

/** An event's drawing as a PNG, because an upload is never an SVG, which could hold a script. */
async function drawnPicture(key: string): Promise<Buffer> {
  const drawing = await readFile(new URL(`./pictures/${key}.svg`, import.meta.url))
  return sharp(drawing).png({ compressionLevel: 1 }).toBuffer()
}
