import type { TenantTx } from '@foyer/db'
import { isCalendarDate, type PictureFormat, UUID_PATTERN } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type PosterFacts, selectPosterFacts } from '../../engine/posters/poster-facts.ts'
import type { ComputedResponse } from '../../http/cached-response.ts'
import type { SharedResponse } from '../../http/response-cache.ts'

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

const CACHED_SECONDS = 60
/** The other formats have no letters, so one drawing of them serves all days. */
const PRINTS_DATE: Record<PictureFormat, boolean> = {
  poster: true,
  wide: false,
  thumb: false,
  social: true,
}

/**
 * An event's poster, drawn from its data. Public. It shows the event's dates, or the date in ?date=
 * (for a ticket) if a session is on that day: nobody can make it announce another, or have one drawn
 * for each day of ten thousand years. A poster changes when its event changes or when a session begins, so browsers
 * cache it for an hour.
 */
export function posterRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { eventId: string; file: string }; Querystring: { date?: unknown } }>(
    '/posters/:eventId/:file',
    async (request, reply) => {
      const { eventId, file } = request.params
      const [, named, oldTheme] = FILE.exec(file) ?? []
      if (!isFormat(named) || !UUID_PATTERN.test(eventId)) {
        return reply.callNotFound()
      }
      const format: PictureFormat = named
      // A relative address: the path may begin with the tenant's brand.
      if (oldTheme) {
        const { search } = new URL(request.url, 'http://any')
        return reply.redirect(`${format}.svg${search}`, 301)
      }
      const { tenant } = request
      const { date } = request.query
      const id = eventId.toLowerCase()
      const day =
        typeof date === 'string' && PRINTS_DATE[format] && isCalendarDate(date) ? date : null
      const keyOf = (printed: string | null) => `${tenant.id} poster ${id} ${format} ${printed}`
      const path = `/posters/${id}/${file}${day ? `?date=${day}` : ''}`
      const address = { key: keyOf(day), isCanonical: () => request.url === path }

      async function compute(printed: string | null): Promise<ComputedResponse | SharedResponse> {
        const found = await context.reads(() =>
          context.db.withTenant(tenant.id, async (tx) => ({
            facts: await selectPosterFacts(tx, eventId),
            isDay: printed !== null && (await takesPlaceOn(tx, eventId, printed)),
          })),
        )
        if (!found) return BUSY_POSTER
        const { facts, isDay } = found
        if (!facts) return { status: 404, body: 'Not found', contentType: 'text/plain' }
        if (printed !== null && !isDay) {
          const ofEvent = () => drawn(facts, null)
          return {
            sharedKey: keyOf(null),
            seconds: CACHED_SECONDS,
            isStopgap: false,
            compute: ofEvent,
          }
        }
        return drawn(facts, printed)
      }

      async function drawn(
        { pictureHash: _, ...facts }: PosterFacts,
        printed: string | null,
      ): Promise<ComputedResponse> {
        const svg = await context.runTask('poster', {
          ...facts,
          dates: printed ? { kind: 'days', days: [printed] } : facts.dates,
          locale: tenant.locale,
          today: context.clock().toISOString().slice(0, 10),
          brandHue: tenant.hue,
          format,
        })
        return {
          status: 200,
          body: svg,
          contentType: 'image/svg+xml; charset=utf-8',
          cacheControl: `public, max-age=3600, stale-while-revalidate=${DAY_SECONDS}`,
        }
      }

      const keeping = { seconds: CACHED_SECONDS }
      return context.responses.send(request, reply, address, keeping, () => compute(day))
    },
  )
}

/** Whether the event has a session on a day in the venue's zone, also one that is past or called off. */
async function takesPlaceOn(tx: TenantTx, eventId: string, day: string): Promise<boolean> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('event_id', '=', eventId)
    .where('local_date', '=', day)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

const isFormat = (text: string | undefined): text is PictureFormat => text !== undefined
