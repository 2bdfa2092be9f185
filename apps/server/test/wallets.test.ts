import { createHash, createVerify } from 'node:crypto'
import { buy, serverForTests, type TestBrowser } from '@foyer/testkit'
import { unzip } from '@foyer/testkit/wallets'
import { beforeAll, describe, expect, test } from 'vitest'
import { isSignedBy, PASS_TYPE_ID, testWallets } from './support/wallets.ts'

const wallets = testWallets()
const server = serverForTests({ jobs: false, wallets, isOneAddressMany: true })
let browser: TestBrowser
let orderId: string
let tickets: { id: string; qrCode: string; validationCode: string }[]

beforeAll(async () => {
  const event = await server.build.event({ name: 'Nuit à l’Opéra' })
  browser = server.browser()
  orderId = (await buy(browser, event)).body.orderId
  tickets = (await browser.send('GET', `/api/orders/${orderId}`)).body.tickets
})

const applePath = (ticketId = '') => `/api/orders/${orderId}/tickets/${ticketId}/apple-pass`
const googlePath = () => `/api/orders/${orderId}/google-pass`

async function passOf(ticketId = '') {
  const response = await browser.fetch(applePath(ticketId))
  expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  return unzip(Buffer.from(await response.arrayBuffer()))
}

describe('configured wallets', () => {
  test('are announced to the pages', async () => {
    const { body } = await server.browser().send('GET', '/api/tickets/wallets')
    expect(body).toEqual({ apple: true, google: true, isDemo: false })
  })

  test('an Apple pass contains the ticket, its code and the mark', async () => {
    const [ticket] = tickets
    const files = await passOf(ticket?.id)
    expect([...files.keys()].sort()).toEqual([
      'icon.png',
      'icon@2x.png',
      'icon@3x.png',
      'manifest.json',
      'pass.json',
      'signature',
    ])
    const pass = JSON.parse(String(files.get('pass.json')))
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: PASS_TYPE_ID,
      teamIdentifier: 'TEAM123456',
      serialNumber: `${orderId}-1`,
      webServiceURL: `${server.foyer.context.origin()}/api/wallet`,
      authenticationToken: expect.stringMatching(/^[\w-]{16,}$/),
      voided: false,
      organizationName: 'main',
      barcodes: [
        { format: 'PKBarcodeFormatQR', message: ticket?.qrCode, altText: ticket?.validationCode },
      ],
    })
    expect(JSON.stringify(pass.eventTicket)).toContain('Nuit à l’Opéra')
    expect(pass.eventTicket.auxiliaryFields).toContainEqual({
      key: 'paid',
      label: 'Paid, with fees',
      value: '$30.00',
    })
    expect(files.get('icon@2x.png')?.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(files.get('icon@2x.png')?.readUInt32BE(16)).toBe(58)
  })

  test('an Apple pass lists the hash of each file, and is signed by our certificate', async () => {
    const files = await passOf(tickets[0]?.id)
    const manifest: Record<string, string> = JSON.parse(String(files.get('manifest.json')))
    for (const [name, content] of files) {
      if (name === 'manifest.json' || name === 'signature') continue
      expect([name, manifest[name]]).toEqual([
        name,
        createHash('sha1').update(content).digest('hex'),
      ])
    }
    expect(isSignedBy(wallets.apple, files)).toBe(true)
    files.set('manifest.json', Buffer.from('{}'))
    expect(isSignedBy(wallets.apple, files)).toBe(false)
  })

  test('a Google link carries every ticket, signed by the service account', async () => {
    const { body } = await browser.send('GET', googlePath())
    const [, token = ''] = String(body.saveUrl).split('https://pay.google.com/gp/v/save/')
    const [head = '', claims = '', signature = ''] = token.split('.')
    const verify = createVerify('sha256').update(`${head}.${claims}`)
    expect(verify.verify(wallets.googlePublicKey, signature, 'base64url')).toBe(true)
    const { payload, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(rest).toMatchObject({
      iss: 'tickets@example.iam.gserviceaccount.com',
      aud: 'google',
      typ: 'savetowallet',
    })
    expect(payload.eventTicketClasses).toHaveLength(1)
    expect(
      payload.eventTicketObjects.map(
        (object: { barcode: { value: string } }) => object.barcode.value,
      ),
    ).toEqual(tickets.map(({ qrCode }) => qrCode))
  })

  test('a pass is given to everyone who may open the order, and only for a valid ticket', async () => {
    const stranger = server.browser()
    for (const path of [applePath(tickets[0]?.id), googlePath()]) {
      expect((await stranger.send('GET', path)).body.code).toBe('order_not_found')
      const named = await stranger.send('GET', `${path}?email=ada@example.com`)
      expect(named.status).toBe(200)
    }
    expect((await browser.send('GET', applePath(orderId))).body.code).toBe('ticket_not_found')
    await server.sql(`update tickets set status = 'CANCELLED' where id = $1`, [tickets[1]?.id])
    expect((await browser.send('GET', applePath(tickets[1]?.id))).body.code).toBe('no_valid_ticket')
    await server.sql(`update tickets set status = 'CANCELLED' where order_id = $1`, [orderId])
    expect((await browser.send('GET', googlePath())).body.code).toBe('no_valid_ticket')
    await server.sql(`update tickets set status = 'VALID' where order_id = $1`, [orderId])
  })
})

test('without configured wallets no page offers one', async () => {
  const plain = await server.sibling()
  plain.foyer.context.wallets = { apple: null, google: null }
  const visitor = plain.browser()
  const { body } = await visitor.send('GET', '/api/tickets/wallets')
  expect(body).toEqual({ apple: false, google: false, isDemo: false })
  for (const path of [applePath(tickets[0]?.id), googlePath()]) {
    const answer = await visitor.send('GET', `${path}?email=ada@example.com`)
    expect([answer.status, answer.body.code]).toEqual([404, 'wallet_not_configured'])
  }
  await plain.close()
})
