import { deflateSync } from 'node:zlib'
import { rawRequest, serverForTests } from '@foyer/testkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { member } from './support/staff.ts'
import { VENUE_DETAILS } from './support/staff-calls.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })
const ADMIN = '/api/admin'
const SHOWN = 'alt=A%20red%20door&focusX=0.9&focusY=0.25'

async function office() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  const { eventId } = await server.build.event({ tenantId })
  const send = (method: string, path: string, body?: unknown) =>
    owner.browser.send(method, `${ADMIN}${path}`, body, { 'x-brand-path': slug })
  const upload = (path: string, file: Buffer, headers: Record<string, string> = {}) =>
    rawRequest(server.url, {
      method: 'POST',
      path: `${ADMIN}${path}`,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(file.length),
        'x-brand-path': slug,
        cookie: `foyer_staff=${owner.browser.cookies.get('foyer_staff')}`,
        ...headers,
      },
      body: file,
    })
  const picturePath = `/events/${eventId}/picture`
  return { eventId, slug, send, upload, picturePath }
}

const picture = (width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer()

describe('an uploaded picture', () => {
  test('takes the place of the poster, is moved to another focus, and gives way to the poster', async () => {
    const { eventId, slug, send, upload, picturePath } = await office()
    const uploaded = await upload(`${picturePath}?${SHOWN}`, await picture())
    expect(uploaded.status).toBe(200)
    expect(uploaded.body.picture).toMatchObject({
      alt: 'A red door',
      width: 900,
      height: 600,
      focus: { x: expect.closeTo(0.9), y: 0.25 },
    })
    const buyer = server.browser({ 'x-brand-path': slug })
    const seen = async () => (await buyer.send('GET', `/api/events/${eventId}`)).body.imageUrl
    expect(await seen()).toBe(`/pictures/${uploaded.body.picture.hash}/poster-640.webp`)
    const moved = await send('PUT', picturePath, { alt: 'A door', focus: { x: 0, y: 1 } })
    expect(moved.body.picture).toMatchObject({ alt: 'A door', focus: { x: 0, y: 1 } })
    expect(moved.body.picture.hash).not.toBe(uploaded.body.picture.hash)
    const removed = await send('DELETE', picturePath)
    expect([removed.status, removed.body.picture]).toEqual([200, null])
    expect(await seen()).toBe(`/posters/${eventId}/poster.svg`)
    const gone = await send('PUT', picturePath, { alt: 'A door', focus: { x: 0, y: 1 } })
    expect([gone.status, gone.body.code]).toEqual([404, 'picture_not_found'])
    const { body } = await send('GET', '/audit-log?actionType=event.picture_changed')
    expect(body.entries.map(({ metadata }: { metadata: unknown }) => metadata)).toEqual([
      { before: { picture: 'A door' }, after: { picture: null } },
      { before: { picture: 'A red door' }, after: { picture: 'A door' } },
      { before: { picture: null }, after: { picture: 'A red door' } },
    ])
  })

  test('of a venue is shown whole, and removed', async () => {
    const { send, upload } = await office()
    const { body: venue } = await send('POST', '/venues', VENUE_DETAILS)
    const path = `/venues/${venue.id}/picture`
    const uploaded = await upload(`${path}?alt=A%20map`, await picture())
    expect(uploaded.body.picture).toMatchObject({ alt: 'A map' })
    expect((await send('DELETE', path)).body.picture).toBeNull()
  })

  test('of an event or a venue of another organizer is refused', async () => {
    const ours = await office()
    const theirs = await office()
    const event = await ours.upload(`${theirs.picturePath}?${SHOWN}`, await picture())
    expect([event.status, event.body.code]).toEqual([404, 'event_not_found'])
    const removed = await ours.send('DELETE', theirs.picturePath)
    expect(removed.body.code).toBe('event_not_found')
    const { body: venue } = await theirs.send('POST', '/venues', VENUE_DETAILS)
    const map = await ours.upload(`/venues/${venue.id}/picture?alt=Map`, await picture())
    expect(map.body.code).toBe('venue_not_found')
  })
})

const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** A PNG of a few hundred bytes whose head declares 60,000 x 60,000 pixels. */
function bomb(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(60_000, 0)
  head.writeUInt32BE(60_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    frame.set(body, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let state = 0xffffffff
  for (const byte of bytes) {
    state ^= byte
    for (let bit = 0; bit < 8; bit++) state = (state >>> 1) ^ (state & 1 ? 0xedb88320 : 0)
  }
  return (state ^ 0xffffffff) >>> 0
}

describe('a hostile upload', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an SVG with a script', () => Buffer.from(SCRIPT), 'picture_not_supported'],
    [
      'a script behind the first bytes of a JPEG',
      () => Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from(SCRIPT)]),
      'picture_not_supported',
    ],
    ['a picture of 3,600 million pixels in a kilobyte', bomb, 'picture_too_large'],
    ['half of a picture', async () => (await picture()).subarray(0, 900), 'picture_not_supported'],
    ['a picture that is too small', () => picture(100, 100), 'picture_too_small'],
    ['nothing', () => Buffer.alloc(0), 'picture_not_supported'],
    ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1), 'payload_too_large'],
  ])('%s is refused, and the event keeps its poster', async (_, file, code) => {
    const { eventId, send, upload, picturePath } = await office()
    const answer = await upload(`${picturePath}?${SHOWN}`, await file())
    expect([answer.status >= 400 && answer.status < 500, answer.body.code]).toEqual([true, code])
    expect((await send('GET', `/events/${eventId}`)).body.picture).toBeNull()
  })

  test('that is a picture and a page at once is stored without the page', async () => {
    const { slug, upload, picturePath } = await office()
    const both = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')])
    const { body } = await upload(`${picturePath}?${SHOWN}`, both)
    const { hash } = body.picture
    const stored = await server.sql(
      `select 1 from picture_files where hash = $1 and position('<script>'::bytea in bytes) > 0`,
      [hash],
    )
    expect(stored).toEqual([])
    const file = await fetch(`${server.url}/${slug}/pictures/${hash}/whole.webp`)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is read only from people who may change the catalogue, as a file', async () => {
    const { upload, picturePath } = await office()
    const path = `${picturePath}?${SHOWN}`
    const file = await picture()
    expect((await upload(path, file, { cookie: '' })).body.code).toBe('not_signed_in')
    const asText = await upload(path, file, { 'content-type': 'text/plain' })
    expect([asText.status, asText.body.code]).toEqual([415, 'unsupported_media_type'])
    const elsewhere = await upload(path, file, { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.body.code).toBe('wrong_origin')
    expect((await upload(`${picturePath}?alt=&focusX=2&focusY=0`, file)).status).toBe(400)
  })
})
