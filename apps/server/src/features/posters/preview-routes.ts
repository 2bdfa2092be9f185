import type { TenantTx } from '@foyer/db'
import { UUID_PATTERN } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import {
  previewOfEvent,
  previewOfSite,
  selectPosterFacts,
} from '../../engine/posters/poster-facts.ts'
import { BUSY } from '../../engine/refusals.ts'
import { refuse } from '../../http/endpoint.ts'
import { createGate } from '../../http/gate.ts'
import { WorkerBusyError } from '../../worker/slow-work.ts'
import type { PosterInput } from './draw-poster.ts'

const FILE = /^([0-9a-f]{12})\.png$/
/** Where the address of an event may lead for a while; a new version has an address of its own. */
const REDIRECT_SECONDS = 300
/** A preview that was not made anew for so long is deleted; it is drawn again if it is requested. */
const KEPT_DAYS = 180
/** The most that one tenant stores, some 50 kB each. */
const MOST_PREVIEWS = 2000

interface Preview {
  /** Its current address. */
  path: string
  draw: PosterInput
}

/**
 * The pictures that messengers and networks show of a link: 1200 x 630 as PNG, since most of them
 * show no SVG. Each is drawn once, by the worker, and stored. Its address changes with what it
 * shows, so it is cached for good; an address of an earlier version leads to the current one.
 */
export function previewRoutes(app: FastifyInstance, context: Context): void {
  const gate = createGate(context.bounds.previews)
  /** Previews that are being drawn in this process, by tenant and path. */
  const drawing = new Map<string, Promise<Buffer>>()

  async function draw({ path, draw }: Preview, tenant: Tenant): Promise<Buffer> {
    // It may have been stored since this request looked.
    const [, , subject = '', file = ''] = path.split('/')
    const version = file.replace('.png', '')
    const stored = await context.db.withTenant(tenant.id, (tx) =>
      selectPreview(tx, subject, version),
    )
    if (stored) return stored
    const drawn = await gate(() => context.runTask('preview', draw))
    if (!drawn) throw new WorkerBusyError('too many previews wait')
    const bytes = Buffer.from(drawn)
    await context.db.withTenant(tenant.id, (tx) =>
      storePreview(tx, tenant.id, { subject, version, bytes }),
    )
    return bytes
  }

  function drawOnce(preview: Preview, tenant: Tenant): Promise<Buffer> {
    const key = `${tenant.id} ${preview.path}`
    const started = drawing.get(key)
    if (started) return started
    const made = draw(preview, tenant).finally(() => drawing.delete(key))
    drawing.set(key, made)
    return made
  }

  app.get<{ Params: { subject: string; file: string } }>(
    '/previews/:subject/:file',
    async (request, reply) => {
      const { subject, file } = request.params
      const [, version] = FILE.exec(file) ?? []
      const isEvent = UUID_PATTERN.test(subject)
      const isSite = subject === 'site' || subject === 'platform'
      if (version === undefined || !(isEvent || isSite)) return reply.callNotFound()
      const { tenant } = request
      const today = context.clock().toISOString().slice(0, 10)
      const found = await context.reads(() =>
        context.db.withTenant(tenant.id, async (tx) => ({
          stored: await selectPreview(tx, subject, version),
          wanted: isEvent
            ? await previewOf(tx, subject, tenant, today)
            : // The platform's pages are on the main host, whose tenant also stores their preview.
              sitePreview(subject === 'site' ? tenant : context.tenants.platform(), today),
        })),
      )
      if (!found) return refuse(reply, BUSY.refusal)
      const { stored, wanted } = found
      if (!wanted) return reply.callNotFound()
      if (typeof wanted === 'string' || !wanted.path.endsWith(`/${file}`)) {
        const path = typeof wanted === 'string' ? wanted : wanted.path
        // A relative address: the path may begin with the tenant's brand.
        return reply
          .header('cache-control', `public, max-age=${REDIRECT_SECONDS}`)
          .redirect(`../..${path}`, 302)
      }
      try {
        const bytes = stored ?? (await drawOnce(wanted, tenant))
        return reply
          .type('image/png')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(bytes)
      } catch (error) {
        if (error instanceof WorkerBusyError) return refuse(reply, BUSY.refusal)
        throw error
      }
    },
  )
}

/** The preview of an event, or the address of its organizer's picture; null for an unknown event. */
async function previewOf(
  tx: TenantTx,
  eventId: string,
  tenant: Tenant,
  today: string,
): Promise<Preview | string | null> {
  const facts = await selectPosterFacts(tx, eventId)
  if (!facts) return null
  const path = previewOfEvent(facts, tenant)
  if (facts.pictureHash !== null) return path
  const { id, name, category, dates, venue, city } = facts
  const { locale, hue: brandHue } = tenant
  return {
    path,
    draw: { id, name, category, dates, locale, today, venue, city, brandHue, format: 'social' },
  }
}

const sitePreview = (tenant: Tenant, today: string): Preview => ({
  path: previewOfSite(tenant),
  draw: {
    id: tenant.slug,
    name: tenant.name,
    category: 'other',
    dates: { kind: 'none' },
    locale: tenant.locale,
    today,
    venue: tenant.tagline,
    city: '',
    brandHue: tenant.hue,
    format: 'social',
  },
})

async function selectPreview(
  tx: TenantTx,
  subject: string,
  version: string,
): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('link_previews')
    .select('bytes')
    .where('subject', '=', subject)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Stores a preview in place of the older version, and deletes previews beyond the bounds. */
async function storePreview(
  tx: TenantTx,
  tenantId: number,
  { subject, version, bytes }: { subject: string; version: string; bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('link_previews')
    .values({ tenant_id: tenantId, subject, version, bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subject'])
        .doUpdateSet({ version, bytes, created_at: sql`now()` }),
    )
    .execute()
  await sql`
    delete from link_previews where subject in (
      select subject from link_previews
      where created_at < now() - make_interval(days => ${KEPT_DAYS})
      union all
      (select subject from link_previews order by created_at desc offset ${MOST_PREVIEWS}))`.execute(
    tx,
  )
}
