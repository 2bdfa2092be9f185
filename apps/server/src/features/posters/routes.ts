import { isCalendarDate, type PictureFormat, UUID_PATTERN } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { selectPosterFacts } from '../../engine/posters/poster-facts.ts'
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
 * An event's poster, drawn from its data. Public. It shows the event's dates, or the date in ?date=
 * (for a ticket). A poster changes when its event changes or when a session begins, so browsers
 * cache it for an hour.
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
        const read = () => context.db.withTenant(tenant.id, (tx) => selectPosterFacts(tx, eventId))
        const found = await context.reads(async () => ({ facts: await read() }))
        if (!found) return BUSY_POSTER
        const { facts } = found
        if (!facts) return { status: 404, body: 'Not found', contentType: 'text/plain' }
        const { id, name, category, dates, venue, city } = facts
        const { locale, hue: brandHue } = tenant
        const svg = await context.runTask('poster', {
          id,
          name,
          category,
          dates: chosenDate ? { kind: 'days', days: [chosenDate] } : dates,
          locale,
          today: context.clock().toISOString().slice(0, 10),
          venue,
          city,
          brandHue,
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

const isFormat = (text: string | undefined): text is PictureFormat => text !== undefined
