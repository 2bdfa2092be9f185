import type { TenantTx } from '@foyer/db'
import { isCalendarDate, UUID_PATTERN } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { ComputedResponse } from '../../http/cached-response.ts'

/** poster.svg, wide.svg, ... A poster once had two themes, and old links name one. */
const FILE = /^(poster|wide|thumb|social)(-dark|-light)?\.svg$/
const DAY_SECONDS = 24 * 60 * 60
const BUSY_POSTER: ComputedResponse = {
  status: 503,
  body: 'Busy',
  contentType: 'text/plain',
  cacheControl: 'no-store',
  headers: ['retry-after', '1'],
}

/**
 * An event's poster, drawn from its data. Public. It shows the next date, or the date in ?date=
 * (for a ticket). A poster changes when its event changes or when the next session begins, so
 * browsers cache it for an hour.
 */
export function posterRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { eventId: string; file: string }; Querystring: { date?: unknown } }>(
    '/posters/:eventId/:file',
    async (request, reply) => {
      const { eventId, file } = request.params
      const [, format, oldTheme] = FILE.exec(file) ?? []
      if (!isFormat(format) || !UUID_PATTERN.test(eventId)) {
        return reply.callNotFound()
      }
      // A relative address: the path may begin with the tenant's brand.
      if (oldTheme) {
        const { search } = new URL(request.url, 'http://any')
        return reply.redirect(`${format}.svg${search}`, 301)
      }
      const { tenant } = request
      const { date } = request.query
      const chosenDate = typeof date === 'string' && isCalendarDate(date) ? date : null
      const key = `${tenant.id} poster ${eventId.toLowerCase()} ${format} ${chosenDate}`
      const path = `/posters/${eventId.toLowerCase()}/${file}${chosenDate ? `?date=${chosenDate}` : ''}`
      const address = { key, isCanonical: () => request.url === path }
      return context.responses.send(request, reply, address, { seconds: 60 }, async () => {
        const read = () => context.db.withTenant(tenant.id, (tx) => selectSubject(tx, eventId))
        const found = await context.reads(async () => ({ row: await read() }))
        if (!found) return BUSY_POSTER
        const { row } = found
        if (!row) return { status: 404, body: 'Not found', contentType: 'text/plain' }
        const svg = await context.runTask('poster', {
          id: row.id,
          name: row.name,
          category: row.category,
          dateLabel: dateLabelOf(chosenDate ?? row.date, tenant.locale, format, context.clock()),
          venue: row.venue,
          city: row.city,
          brandHue: tenant.hue,
          theme: 'dark',
          format,
        })
        return {
          status: 200,
          body: svg,
          contentType: 'image/svg+xml; charset=utf-8',
          cacheControl: `public, max-age=3600, stale-while-revalidate=${DAY_SECONDS}`,
        }
      })
    },
  )
}

type Format = 'poster' | 'wide' | 'thumb' | 'social'
const isFormat = (text: string | undefined): text is Format => text !== undefined

function dateLabelOf(date: string | null, locale: string, format: Format, now: Date) {
  if (!date) return { day: '', month: '', weekday: '' }
  const noon = new Date(`${date}T12:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    noon.toLocaleDateString(locale, { ...options, timeZone: 'UTC' })
  // Square and wide sheets have room for little beside the day; the year is shown only if it is not
  // the current one.
  const isRoomy = format === 'poster' || format === 'social'
  return {
    day: String(noon.getUTCDate()),
    month: part({ month: 'short' }),
    weekday: part({ weekday: isRoomy ? 'long' : 'short' }),
    ...(noon.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: part({ year: 'numeric' }) }),
  }
}

async function selectSubject(tx: TenantTx, eventId: string) {
  return tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['e.id', 'e.name', 'e.category', 'v.name as venue', 'v.city'])
    .select(
      sql<string | null>`coalesce(
        (select min(local_date) from offered_sessions s where s.tenant_id = e.tenant_id
          and s.event_id = e.id and s.is_listed),
        (select max(local_date) from sessions s where s.tenant_id = e.tenant_id
          and s.event_id = e.id))::text`.as('date'),
    )
    .where('e.id', '=', eventId)
    .where('e.is_published', '=', true)
    .executeTakeFirst()
}
