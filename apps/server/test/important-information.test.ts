import { IMPORTANT_INFORMATION } from '@foyer/domain'
import { changeEvent } from '@foyer/server/catalog-editing'
import { buy, serverForTests } from '@foyer/testkit'
import { unzip } from '@foyer/testkit/wallets'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { deliverMails } from './support/deliver-mails.ts'
import { testWallets } from './support/wallets.ts'

const server = serverForTests({ jobs: false, wallets: testWallets(), isOneAddressMany: true })

/** Buys a ticket of an event with these lines, and reads everything that shows them. */
async function shownOf(own: string[] | null | undefined, isTransferable?: boolean) {
  const event = await server.build.event()
  await server.foyer.context.db.withTenant(1, (tx) =>
    changeEvent(tx, event.eventId, { importantInformation: own, isTransferable }),
  )
  const browser = server.browser()
  const { body: placed } = await buy(browser, event)
  const { body: order } = await browser.send('GET', `/api/orders/${placed.id}`)
  const fileOf = async (path: string) =>
    Buffer.from(await (await browser.fetch(`/api/orders/${placed.id}/${path}`)).arrayBuffer())

  await deliverMails(server)
  const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
  const mail = mails.find(({ subject }) => subject.includes(order.order.orderNumber))
  const pdf = await getDocument({
    data: new Uint8Array(await fileOf('tickets.pdf')),
    verbosity: 0,
  }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const pass = unzip(await fileOf(`tickets/${order.tickets[0].id}/apple-pass`)).get('pass.json')
  return {
    lines: order.event.importantInformation,
    isTransferable: order.event.isTransferable,
    texts: {
      mail: mail?.text ?? '',
      pdf: items.flatMap((item) => ('str' in item ? [item.str] : [])).join(''),
      calendar: String(await fileOf('calendar.ics')).replace(/\r\n /g, ''),
      pass: String(pass),
    },
  }
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

test('an event shows its own lines on the page, in the mail, the PDF, the calendar file and the pass', async () => {
  const own = ['The ladder is steep.', 'Wear flat shoes.']
  const { lines, texts } = await shownOf(own)
  expect(lines).toEqual(own)
  for (const [name, text] of Object.entries(texts)) {
    for (const line of own) expect(withoutSpaces(text), name).toContain(withoutSpaces(line))
    expect(withoutSpaces(text), name).not.toContain('non-transferable')
  }
})

test('an event without lines of its own shows the default ones', async () => {
  const { lines, texts } = await shownOf(undefined)
  expect(lines).toEqual([
    'Please bring a valid ID.',
    'Tickets are non-transferable.',
    'Please arrive 30 minutes early.',
  ])
  for (const [name, text] of Object.entries(texts)) {
    for (const line of IMPORTANT_INFORMATION) {
      expect(withoutSpaces(text), name).toContain(withoutSpaces(line))
    }
  }
})

test('an event whose list is empty shows no lines', async () => {
  const { lines, texts } = await shownOf([])
  expect(lines).toEqual([])
  for (const [name, text] of Object.entries(texts)) {
    expect(withoutSpaces(text), name).not.toContain('non-transferable')
  }
  expect(texts.pass).not.toContain('Important Information')
})

test.each([
  ['the default lines', undefined, undefined, false],
  ['lines of its own', ['Wear flat shoes.'], undefined, true],
  ['lines of its own, and the rule', ['Wear flat shoes.'], false, false],
  ['the default lines, and leave', undefined, true, true],
])(
  'an event with %s says whether a friend may go',
  { tags: ['night'] },
  async (_, own, stated, isTransferable) => {
    const shown = await shownOf(own, stated)
    expect(shown.isTransferable).toBe(isTransferable)
    expect(shown.texts.mail.includes('Give a ticket to a friend')).toBe(isTransferable)
    const says = Object.values(shown.texts).map(withoutSpaces).join()
    expect(says.includes('non-transferable')).toBe(!isTransferable)
  },
)
