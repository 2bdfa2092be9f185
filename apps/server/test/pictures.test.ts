import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import {
  type Focus,
  makePicture,
  setEventPicture,
  setTicketTypePicture,
  setVenuePicture,
} from '@foyer/server/catalog-editing'
import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { runProgram } from './support/run-program.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

const RED = { r: 220, g: 30, b: 30 }
const BLUE = { r: 20, g: 40, b: 200 }

/** 1500 x 1000 pixels, blue but for its right third. */
const upload = (): Promise<Buffer> =>
  sharp({ create: { width: 1500, height: 1000, channels: 3, background: BLUE } })
    .composite([
      {
        input: { create: { width: 500, height: 1000, channels: 3, background: RED } },
        left: 1000,
        top: 0,
      },
    ])
    .withExif({ IFD0: { Copyright: 'Somebody', ImageDescription: 'At home' } })
    .jpeg()
    .toBuffer()

let original: Buffer
beforeAll(async () => {
  original = await upload()
})

type Made = Awaited<ReturnType<typeof makePicture>>
/** By its focus, because each takes most of a second. */
const makings = new Map<string, Promise<Made>>()

const made = async (focus?: Focus) => {
  const key = JSON.stringify(focus ?? null)
  const making = makings.get(key) ?? makePicture(original, focus)
  makings.set(key, making)
  const picture = await making
  if (!picture.ok) throw new Error(picture.refusal.message)
  return picture.value
}

const tenantIdOf = async (slug: string): Promise<number> => {
  const [row] = await server.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  return row?.tenant_id ?? 0
}

async function give(event: BuiltEvent, focus?: Focus) {
  const tenantId = await tenantIdOf('main')
  const picture = await made(focus)
  const set = await server.foyer.context.db.withTenant(tenantId, (tx) =>
    setEventPicture(tx, tenantId, event.eventId, { picture, alt: 'A red door' }),
  )
  expect(set.ok).toBe(true)
  return picture.hash
}

const viewOf = async ({ eventId }: BuiltEvent) =>
  (await server.browser().send('GET', `/api/events/${eventId}`)).body

/** The mean colour of a served file, with its size. */
async function look(path: string) {
  const answer = await server.browser().fetch(path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const picture = sharp(bytes)
  const [{ width, height, format, exif }, { channels }] = await Promise.all([
    picture.metadata(),
    picture.stats(),
  ])
  const [red, , blue] = channels
  return {
    answer,
    picture: { width, height, format, exif },
    isRed: (red?.mean ?? 0) > (blue?.mean ?? 0),
  }
}

describe("an organizer's picture", () => {
  test('takes the place of the poster in views, carts and orders', async () => {
    const event = await server.build.event()
    const hash = await give(event)
    const imageUrl = `/pictures/${hash}/poster-640.webp`
    expect(await viewOf(event)).toMatchObject({ imageUrl, picture: { alt: 'A red door' } })
    const held = await holdCartOf(server.browser(), event)
    expect(held.body).toMatchObject({ imageUrl })
    const browser = server.browser()
    const { body: bought } = await buy(browser, event)
    const order = await browser.send('GET', `/api/orders/${bought.orderId}`)
    expect(order.body.event).toMatchObject({ imageUrl })
  })

  test('is served in every format, for good, without what its file said about it', async () => {
    const hash = await give(await server.build.event())
    const poster = await look(`/pictures/${hash}/poster-1000.webp`)
    expect(poster.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(poster.answer.headers.get('content-type')).toBe('image/webp')
    expect(poster.answer.headers.get('set-cookie')).toBeNull()
    expect(poster.picture).toEqual({ width: 1000, height: 1250, format: 'webp', exif: undefined })
    const social = await look(`/pictures/${hash}/social-1200.jpg`)
    expect(social.picture).toEqual({ width: 1200, height: 630, format: 'jpeg', exif: undefined })
    const whole = await look(`/pictures/${hash}/whole.webp`)
    expect(whole.picture).toMatchObject({ width: 1500, height: 1000 })
  })

  test('is cropped around its focus, at another address for each focus', async () => {
    const event = await server.build.event()
    const left = await give(event, { x: 0.1, y: 0.5 })
    expect((await look(`/pictures/${left}/thumb-160.webp`)).isRed).toBe(false)
    const right = await give(event, { x: 0.95, y: 0.5 })
    expect(right).not.toBe(left)
    expect((await look(`/pictures/${right}/thumb-160.webp`)).isRed).toBe(true)
    expect((await viewOf(event)).imageUrl).toContain(right)
  })

  test('is not served to visitors of another organizer', async () => {
    const hash = await give(await server.build.event())
    await server.build.tenant({ slug: 'next-door' })
    await server.foyer.context.tenants.reload()
    const stranger = server.browser({ 'x-tenant-subdomain': 'next-door' })
    expect((await stranger.fetch(`/pictures/${hash}/poster-640.webp`)).status).toBe(404)
    expect((await server.browser().fetch(`/pictures/${hash}/poster-640.webp`)).status).toBe(200)
  })

  test.each(['source.webp', 'poster-641.webp', 'poster-640.svg', '..%2Fpicture'])(
    'has no file %s',
    async (file) => {
      const hash = await give(await server.build.event())
      expect((await server.browser().fetch(`/pictures/${hash}/${file}`)).status).toBe(404)
    },
  )

  test('gives way to the poster again, and its files are deleted after a month', async () => {
    const event = await server.build.event()
    const hash = await give(event, { x: 0.42, y: 0.5 })
    const tenantId = await tenantIdOf('main')
    const remove = () =>
      server.foyer.context.db.withTenant(tenantId, (tx) =>
        setEventPicture(tx, tenantId, event.eventId, null),
      )
    await remove()
    expect(await viewOf(event)).toMatchObject({
      imageUrl: `/posters/${event.eventId}/poster.svg`,
      picture: null,
    })
    const statusOf = async () => (await look(`/pictures/${hash}/thumb-160.webp`)).answer.status
    expect(await statusOf()).toBe(200)
    await server.sql(
      `update pictures set unused_since = now() - interval '31 days' where hash = $1`,
      [hash],
    )
    await remove()
    expect((await server.browser().fetch(`/pictures/${hash}/thumb-160.webp`)).status).toBe(404)
  })

  test('stays while it is shown, even if a change at the same time has marked it as unused', async () => {
    const event = await server.build.event()
    const hash = await give(event, { x: 0.37, y: 0.5 })
    await server.sql(
      `update pictures set unused_since = now() - interval '31 days' where hash = $1`,
      [hash],
    )
    await give(await server.build.event(), { x: 0.38, y: 0.5 })
    expect((await look(`/pictures/${hash}/thumb-160.webp`)).answer.status).toBe(200)
  })

  test('of a venue is shown whole, of a ticket type as a square', async () => {
    const event = await server.build.event()
    const tenantId = await tenantIdOf('main')
    const picture = await made()
    const { venueId } = await viewOf(event)
    await server.foyer.context.db.withTenant(tenantId, async (tx) => {
      await setVenuePicture(tx, tenantId, venueId, { picture, alt: 'Map of the hall' })
      await setTicketTypePicture(tx, tenantId, event.typeIds[0] ?? '', picture)
    })
    expect((await viewOf(event)).venue_picture).toEqual({
      url: `/pictures/${picture.hash}/whole.webp`,
      alt: 'Map of the hall',
      width: 1500,
      height: 1000,
    })
    const types = await server.browser().send('GET', `/api/ticket-types?eventId=${event.eventId}`)
    expect(types.body[0].image_url).toBe(`/pictures/${picture.hash}/thumb-480.webp`)
  })
})

/** The first box of a file in ISO's format, with its brands. */
function boxOf(major: string, ...compatible: string[]): Buffer {
  const box = Buffer.from(`....ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1')
  box.writeUInt32BE(box.length, 0)
  return Buffer.concat([box, Buffer.alloc(64)])
}

async function renamedAvif(major: string): Promise<Buffer> {
  const avif = await small().avif({ effort: 0 }).toBuffer()
  avif.write(major, 8, 'latin1')
  return avif
}

/** A PNG whose head declares other sides than it has. */
function declaring(png: Buffer, width: number, height: number): Buffer {
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A small PNG, interlaced and with transparency, whose head declares 72 million pixels. */
async function hugePng(): Promise<Buffer> {
  const picture = sharp(original).ensureAlpha().toColourspace('rgb16')
  return declaring(await picture.png({ progressive: true }).toBuffer(), 9000, 8000)
}

/** 720 x 480 pixels. */
const small = () => sharp(original).resize(720)

describe('an upload', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'that is text',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'picture_not_supported',
    ],
    [
      'that is SVG behind the first bytes of an AVIF',
      () =>
        Buffer.from(
          '<!--ftypavif--><svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>',
        ),
      'picture_not_supported',
    ],
    [
      'that is a long strip',
      () =>
        sharp({ create: { width: 480, height: 2401, channels: 3, background: BLUE } })
          .png()
          .toBuffer(),
      'picture_too_small',
    ],
    ['that is a HEIC photo', () => boxOf('heic', 'mif1', 'heic'), 'picture_not_supported'],
    ['that is a PDF', () => Buffer.from('%PDF-1.7'), 'picture_not_supported'],
    ['that breaks off', () => original.subarray(0, original.length / 2), 'picture_not_supported'],
    ['of a few pixels', () => sharp(original).resize(300).toBuffer(), 'picture_too_small'],
    [
      'that is larger than it looks',
      async () => declaring(await small().png().toBuffer(), 16_000, 5001),
      'picture_too_large',
    ],
    ['of 16 bits a channel and too many pixels for them', () => hugePng(), 'picture_too_large'],
    ['of too many bytes', () => Buffer.alloc(21 * 1024 * 1024, 0xff), 'picture_too_large'],
  ])('%s is refused', async (_, file, code) => {
    expect(await makePicture(await file())).toMatchObject({ ok: false, refusal: { code } })
  })

  test.each([
    ['a HEIC photo', () => boxOf('mif1', 'heic'), /HEIC photo.*save it as JPEG/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), /PDF.*Save the page as JPEG/],
    [
      'a text',
      () => Buffer.from('hello, this is a text'),
      /no picture\. JPEG, PNG, WebP, AVIF, GIF/,
    ],
    ['half a JPEG', () => original.subarray(0, original.length / 2), /JPEG is damaged/],
    ['a stamp', () => sharp(original).resize(300).toBuffer(), /has 300 x 200 pixels.*at least 480/],
    [
      'a picture that is unpacked to a heavy one',
      () => hugePng(),
      /9000 x 8000 pixels of 8 bytes, unpacked 576 MB\. A picture has at most 20 MB, 80 million/,
    ],
    ['a heavy file', () => Buffer.alloc(21 * 1024 * 1024, 0xff), /It has 23 MB/],
  ])('that is %s is refused with what is wrong and what works', async (_, file, sentence) => {
    expect(await makePicture(await file())).toMatchObject({
      refusal: { message: expect.stringMatching(sentence) },
    })
  })

  test.each([
    ['an animated GIF, its first picture', () => small().gif().toBuffer()],
    ['a TIFF', () => small().tiff().toBuffer()],
    ['an AVIF whose major brand is mif1', () => renamedAvif('mif1')],
  ])('that is %s is stored', async (_, file) => {
    expect(await makePicture(await file())).toMatchObject({ ok: true, value: { width: 720 } })
  })

  test('that is a poster in A3 at 600 dpi is stored', { tags: ['night'] }, async () => {
    const poster = sharp({ create: { width: 7016, height: 9921, channels: 3, background: BLUE } })
    expect(await makePicture(await poster.jpeg().toBuffer())).toMatchObject({
      ok: true,
      value: { width: 7016, height: 9921 },
    })
  })

  test('needs a focus inside the picture and a text that says what it shows', async () => {
    expect(await makePicture(original, { x: 1.2, y: 0 })).toMatchObject({
      refusal: { code: 'validation_failed' },
    })
    const event = await server.build.event()
    const tenantId = await tenantIdOf('main')
    const picture = await made()
    const set = await server.foyer.context.db.withTenant(tenantId, (tx) =>
      setEventPicture(tx, tenantId, event.eventId, { picture, alt: ' ' }),
    )
    expect(set).toMatchObject({ ok: false, refusal: { code: 'validation_failed' } })
    expect((await viewOf(event)).picture).toBeNull()
  })

  test('for an unknown event is refused, and nothing of it is stored', async () => {
    const tenantId = await tenantIdOf('main')
    const picture = await made({ x: 0.123, y: 0.5 })
    const set = await server.foyer.context.db.withTenant(tenantId, (tx) =>
      setEventPicture(tx, tenantId, crypto.randomUUID(), { picture, alt: 'A red door' }),
    )
    expect(set).toMatchObject({ ok: false, refusal: { code: 'event_not_found' } })
    expect(await server.sql('select 1 from pictures where hash = $1', [picture.hash])).toEqual([])
  })

  test('of noise, which no format makes smaller, is stored', { tags: ['night'] }, async () => {
    const side = 2400
    const raw = { width: side, height: side, channels: 3 } as const
    const noise = await sharp(randomBytes(side * side * 3), { raw })
      .jpeg()
      .toBuffer()
    const picture = await makePicture(noise)
    if (!picture.ok) throw new Error(picture.refusal.message)
    const { eventId } = await server.build.event()
    const tenantId = await tenantIdOf('main')
    const set = await server.foyer.context.db.withTenant(tenantId, (tx) =>
      setEventPicture(tx, tenantId, eventId, { picture: picture.value, alt: 'Noise' }),
    )
    expect(set.ok).toBe(true)
  })

  test('turned by its camera is stored upright', { tags: ['night'] }, async () => {
    const turned = await sharp(original).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await makePicture(turned)).toMatchObject({
      ok: true,
      value: { width: 1000, height: 1500 },
    })
  })
})

describe('the command of the operator', () => {
  const run = (...args: string[]) =>
    runProgram(new URL('../src/operator/picture.ts', import.meta.url), args, {
      DATABASE_URL: server.databaseUrl,
      FOYER_DATA: server.dataDir,
      LOG_LEVEL: 'silent',
    })

  test('sets a picture, crops it anew and takes it away', { tags: ['night'] }, async () => {
    const event = await server.build.event()
    const file = join(await mkdtemp(join(tmpdir(), 'picture-')), 'door.jpg')
    await writeFile(file, original)
    const set = await run('main', 'event', event.eventId, file, '--alt', 'A red door')
    expect(set).toMatchObject({ code: 0, stderr: '' })
    const before = await viewOf(event)
    expect(before.picture).toEqual({ alt: 'A red door' })
    expect((await run('main', 'event', event.eventId, '--focus', '0.9,0.5')).code).toBe(0)
    const after = await viewOf(event)
    expect(after.picture).toEqual({ alt: 'A red door' })
    expect(after.imageUrl).not.toBe(before.imageUrl)
    expect((await run('main', 'event', event.eventId, '--remove')).code).toBe(0)
    expect((await viewOf(event)).picture).toBeNull()
  })

  test('says what is wrong with a file, and changes nothing', async () => {
    const event = await server.build.event()
    const script = fileURLToPath(import.meta.url)
    const ended = await run('main', 'event', event.eventId, script, '--alt', 'A script')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('JPEG, PNG, WebP, AVIF, GIF and TIFF')
    expect((await viewOf(event)).picture).toBeNull()
  })
})
