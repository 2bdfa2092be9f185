import type { OrderView } from '@foyer/contract'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { type Paper, ticketsPdf } from '../src/features/tickets/pdf/tickets-pdf.ts'
import { anOrder, aTenant } from './support/an-order.ts'

/** The file as a reader opens it. */
async function opened(order: OrderView, paper: Paper = 'a4') {
  const bytes = await ticketsPdf(aTenant(), order, paper)
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  return { bytes, pdf: await loading.promise }
}
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof opened>>['pdf']['getPage']>>

/** The text that a reader copies from the page, without spaces, which depend on the reader. */
async function lettersOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  const texts = items.flatMap((item) => ('str' in item ? [item.str] : []))
  return withoutSpaces(texts.join(''))
}
const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

describe('the PDF', () => {
  test('has a page for each ticket, with everything that a door or a buyer needs', async () => {
    const order = anOrder({ tickets: 3 })
    const { pdf } = await opened(order)
    expect(pdf.numPages).toBe(3)
    for (const ticket of order.tickets) {
      const letters = await lettersOf(await pdf.getPage(ticket.number))
      for (const text of [
        `Ticket ${ticket.number} of 3`,
        ticket.validationCode,
        'Harbor Lights',
        'Friday, July 3, 2026',
        '7:00 PM',
        'Pacific Daylight Time',
        'Doors open at 6:15 PM',
        'The Great Pier Hall',
        '9 Embarcadero, San Francisco, CA 94105',
        'General Admission',
        'Ada Lovelace',
        '0E2F0A00',
        '$17.49',
        'Please bring a valid ID.',
        'help@example.com',
      ]) {
        expect(letters).toContain(withoutSpaces(text))
      }
    }
  })

  test('has on each ticket the date that it is for', async () => {
    const lastSession = {
      id: '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0b00',
      startTime: '2026-07-05T03:30:00.000Z',
      endTime: '2026-07-05T05:00:00.000Z',
      date: '2026-07-04',
    }
    const { pdf } = await opened(anOrder({ tickets: 2, lastSession }))
    expect(await lettersOf(await pdf.getPage(1))).toContain('Friday,July3,2026')
    const second = await lettersOf(await pdf.getPage(2))
    expect(second).toContain('Saturday,July4,2026')
    expect(second).toContain('8:30PM')
  })

  test.each([
    ['Polish', 'Zażółć', 'Gęślą-Jaźń', 'Żółte światła w Łodzi'],
    ['Greek', 'Αλέξανδρος', 'Παπαδόπουλος', 'Νύχτα στο Ηρώδειο'],
    ['Cyrillic', 'Володимир', 'Щербаков', 'Щелкунчик'],
    ['Japanese', '山田', '太郎', '東京フィルハーモニー交響楽団'],
    ['Japanese, in letters that are rare', '髙橋', '﨑山 濵', 'コンサート'],
    ['Vietnamese', 'Nguyễn', 'Thị Ánh', 'Đêm nhạc'],
    ['the Latin of many countries', 'Søren Ñuño', 'Þórður Çelik Ștefan Gäßler', 'Œuvres'],
  ])('renders names in %s', async (_, firstName, lastName, name) => {
    const { pdf } = await opened(anOrder({ firstName, lastName, event: { name } }))
    const letters = await lettersOf(await pdf.getPage(1))
    for (const text of [firstName, lastName, name]) expect(letters).toContain(withoutSpaces(text))
  })

  test('shapes Arabic from right to left, and keeps numbers from left to right', async () => {
    const name = 'مهرجان 2026 دبي'
    const { pdf, bytes } = await opened(
      anOrder({ firstName: 'محمد', lastName: 'حسن', event: { name } }),
    )
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const at = (text: string) =>
      items.flatMap((item) => ('str' in item && item.str.includes(text) ? [item] : []))[0]
    // Read from the right: the festival, the year, the city.
    const [year, place] = [at('2026'), at('دبي')]
    expect(at('مهرجان')?.dir).toBe('rtl')
    expect(place?.transform[4]).toBeLessThan(year?.transform[4])
    expect(year?.transform[4]).toBeLessThan(at('مهرجان')?.transform[4])
    // Joined letters share glyphs, so a screen reader gets the text itself.
    expect(bytes.includes(Buffer.from(`\ufeffمهرجان`, 'utf16le').swap16())).toBe(true)
  })

  test('breaks long texts, and ends them with dots if there is no space left', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const order = anOrder({ lastName: word.repeat(3), event: { name: `${word} `.repeat(20) } })
    const { pdf } = await opened(order)
    expect(pdf.numPages).toBe(1)
    const page = await pdf.getPage(1)
    const { width } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    for (const item of items) {
      if ('str' in item) expect(item.transform[4] + item.width).toBeLessThan(width - 44)
    }
    expect(await lettersOf(page)).toContain('...')
  })

  test('has the signed code as modules that a scanner reads', async () => {
    const order = anOrder()
    const { pdf } = await opened(order)
    const picture = await codeOn(await pdf.getPage(1))
    expect(decodeQR(picture)).toBe(order.tickets[0]?.qrCode)
    // 8 pixels per module; version 8 has 49 modules.
    expect(picture.width).toBe((49 + 8) * 8)
  })

  test('is tagged, and has its language and its title for screen readers', async () => {
    const { pdf, bytes } = await opened(anOrder({ tickets: 2 }))
    expect(String(bytes)).toContain('/Marked true')
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Language: 'en-US', Title: 'Harbor Lights, order 0E2F0A00' })
    const tree = await (await pdf.getPage(2)).getStructTree()
    const roles: string[] = []
    const walk = (node: object) => {
      if ('role' in node) roles.push(String(node.role))
      if ('children' in node && Array.isArray(node.children)) node.children.forEach(walk)
    }
    if (tree) walk(tree)
    expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(roles).toEqual(expect.arrayContaining(['Document', 'Sect', 'P', 'Figure']))
    expect(JSON.stringify(tree)).toContain('QR code of ticket 2, code 7K2M9-XQ4R2')
  })

  test('lets other requests run between two pages of many tickets', async () => {
    let turns = 0
    let isDrawn = false
    const take = () => {
      turns += 1
      if (!isDrawn) setImmediate(take)
    }
    setImmediate(take)
    await ticketsPdf(aTenant(), anOrder({ tickets: 9 }), 'a4')
    isDrawn = true
    expect(turns).toBeGreaterThanOrEqual(9)
  })

  test('stays small, and is the same file for the same tickets', async () => {
    const [four, again] = await Promise.all([
      ticketsPdf(aTenant(), anOrder({ tickets: 4 }), 'letter'),
      ticketsPdf(aTenant(), anOrder({ tickets: 4 }), 'letter'),
    ])
    expect(four.length).toBeLessThan(80_000)
    expect(four.equals(again)).toBe(true)
  })
})

/** The filled path with the most rectangles, as a picture with `SCALE` pixels per module. */
async function codeOn(page: Page) {
  const SCALE = 8
  const QUIET = 4
  const { fnArray, argsArray } = await page.getOperatorList()
  const paths = fnArray.flatMap((operator: number, index: number) =>
    operator === OPS.constructPath ? [[...argsArray[index][1][0]].map(Number)] : [],
  )
  const path = paths.sort((a, b) => b.length - a.length)[0] ?? []
  // Each run: move (0 x y), lines (1 x y), close (4).
  const runs: { x: number; y: number; end: number }[] = []
  for (let at = 0; at < path.length; ) {
    const operator = path[at]
    const [x = 0, y = 0] = path.slice(at + 1)
    const run = runs.at(-1)
    if (operator === 0) runs.push({ x, y, end: x })
    else if (operator === 1 && run) run.end = Math.max(run.end, x)
    at += operator === 4 ? 1 : 3
  }
  const origin = Math.min(...runs.map(({ y }) => y))
  const side = Math.max(...runs.map(({ end }) => end)) - origin + QUIET * 2
  const width = side * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const { x, y, end } of runs) {
    for (let py = (y - origin + QUIET) * SCALE; py < (y - origin + QUIET + 1) * SCALE; py += 1) {
      const from = (py * width + (x - origin + QUIET) * SCALE) * 4
      const to = (py * width + (end - origin + QUIET) * SCALE) * 4
      for (let at = from; at < to; at += 4) data.fill(0, at, at + 3)
    }
  }
  return { width, height: width, data }
}
