import { randomBytes } from 'node:crypto'
import { granted } from '@foyer/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readLogo } from './read-logo.ts'
import { readSvg } from './read-svg.ts'

const atOnce = async (text: string) => granted(readSvg(text))

const svg = (attributes: string, content = '<path d="M0 0h1"/>') =>
  Buffer.from(`<svg ${attributes}>${content}</svg>`)
const drawing = (content: string) => svg('viewBox="0 0 4 4"', content)
const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#f80' } })
    .png()
    .toBuffer()

async function fileOf(bytes: Buffer): Promise<string> {
  const logo = await readLogo(bytes, atOnce)
  return logo.ok ? logo.value.file : logo.refusal.message
}

describe('the reader of logos', () => {
  test.each([
    ['viewBox="0 0 120 40"', '120x40'],
    [`viewBox='-1,-1,23.6,9.5' width="5"`, '24x10'],
    ['width="64px" height="32"', '64x32'],
    ['width="50mm" height="2cm"', '189x76'],
    ['width="1in" height="36pt"', '96x48'],
  ])('finds the size of an SVG with %s', async (attributes, size) => {
    expect(await fileOf(svg(attributes))).toMatch(new RegExp(`^[0-9a-f]{16}-${size}\\.svg$`))
  })

  test('accepts a declaration and comments before the SVG', async () => {
    const bytes = Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg viewBox="0 0 1 2"/>')
    expect(await readLogo(bytes, atOnce)).toMatchObject({
      value: { mediaType: 'image/svg+xml', bytes },
    })
  })

  test('encodes a PNG anew, so that nothing hidden in the upload is stored', async () => {
    const hidden = '<script>alert(1)</script>'
    const bytes = Buffer.concat([await pngOf(300, 100), Buffer.from(hidden)])
    const logo = await readLogo(bytes, atOnce)
    expect(logo).toMatchObject({ value: { mediaType: 'image/png' } })
    expect(logo.ok && logo.value.file).toMatch(/-300x100\.png$/)
    expect(logo.ok && logo.value.bytes.includes(hidden)).toBe(false)
  })

  test('makes a large PNG as small as screens need it', async () => {
    expect(await fileOf(await pngOf(3600, 600))).toMatch(/-1200x200\.png$/)
  })

  test.each(['jpeg', 'webp', 'avif', 'gif', 'tiff'] as const)(
    'makes a PNG of a %s',
    async (format) => {
      const bytes = await sharp(await pngOf(400, 100))
        .toFormat(format)
        .toBuffer()
      expect(await readLogo(bytes, atOnce)).toMatchObject({ value: { mediaType: 'image/png' } })
      expect(await fileOf(bytes)).toMatch(/-400x100\.png$/)
    },
  )

  test('makes a heavy picture smaller until pages can load it', async () => {
    const raw = { width: 1200, height: 600, channels: 3 } as const
    const noise = await sharp(randomBytes(1200 * 600 * 3), { raw })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(256 * 1024)
    const logo = await readLogo(noise, atOnce)
    expect(logo.ok && logo.value.bytes.length).toBeLessThanOrEqual(256 * 1024)
  })

  test('refuses a PNG whose header promises more pixels than memory has, before it is decoded', async () => {
    const bomb = await pngOf(10, 10)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await fileOf(bomb)).toMatch(/megapixels|damaged/)
  })

  test('refuses a TIFF of one strip with 16 bits a channel, before it is decoded', async () => {
    const bomb = await sharp(await pngOf(10, 10))
      .toColourspace('rgb16')
      .tiff({ compression: 'deflate' })
      .toBuffer()
    const list = bomb.readUInt32LE(4)
    for (let entry = list + 2; entry < list + 2 + 12 * bomb.readUInt16LE(list); entry += 12) {
      // Width, height and the rows of a strip.
      if ([256, 257, 278].includes(bomb.readUInt16LE(entry))) bomb.writeUInt32LE(6000, entry + 8)
    }
    expect(await fileOf(bomb)).toBe(
      'This TIFF has 6000 x 6000 pixels of 8 bytes; unpacked, a logo has at most 160 MB. Save it smaller.',
    )
  })

  test.each([
    ['no picture', Buffer.from('<html><svg viewBox="0 0 1 1"/></html>'), 'no picture'],
    ['nothing', Buffer.alloc(0), 'no picture'],
    ['an SVG without a size', svg('width="100%"'), 'viewBox'],
    ['an SVG without room', svg('viewBox="0 0 0 4"'), 'viewBox'],
    ['an SVG that is too heavy', drawing(' '.repeat(256 * 1024)), '256 kB'],
    ['a file that is too heavy', Buffer.alloc(10 * 1024 * 1024 + 1), '10 MB'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'This is a PDF'],
    ['half a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'damaged'],
    ['an SVG in UTF-16', Buffer.from('<svg viewBox="0 0 1 1"/>', 'utf16le'), 'no picture'],
    ['a script', drawing('<script>alert(1)</script>'), '<script>'],
    ['a script of a namespace', drawing('<svg:script>alert(1)</svg:script>'), '<svg:script>'],
    ['a script after a break in the name', drawing('<script\n>alert(1)</script>'), '<script>'],
    ['HTML', drawing('<foreignObject><b>x</b></foreignObject>'), '<foreignObject>'],
    ['an animation', drawing('<set attributeName="href" to="x"/>'), '<set>'],
    ['a handler', svg('viewBox="0 0 4 4" onload="alert(1)"'), 'script'],
    ['a handler after a slash', drawing('<path/onclick=alert(1)>'), 'script'],
    ['a link', drawing('<a href="javascript:alert(1)"><path/></a>'), '<a>'],
    [
      'a picture of another site',
      drawing('<image href="https://evil.example/x"/>'),
      'another file',
    ],
    ['a reference without marks', drawing('<use href=https://evil.example />'), 'quotation marks'],
    ['a style of another site', drawing('<style>@import "//evil.example"</style>'), 'script'],
    ['a fill of another site', drawing('<path fill="url(//evil.example#a)"/>'), 'another file'],
    ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>'), 'SVG'],
    ['an encoded address', drawing('<image href="&#104;ttps://evil.example"/>'), 'another file'],
    ['an encoded script', drawing('<use href="java&#115;cript:alert(1)"/>'), 'script'],
    ['an encoded style', drawing('<style>a{fill:\\75rl(//evil.example)}</style>'), 'another file'],
    [
      'an escaped style',
      drawing('<style>\\@\\69mport "//evil.example"</style>'),
      'style of another',
    ],
    [
      'an encoded style behind many zeros',
      drawing('<path fill="u&#x0000000072;l(https://evil.example)"/>'),
      'another file',
    ],
    [
      'an encoded style behind many zeros in decimals',
      drawing('<path fill="u&#000000000114;l(https://evil.example)"/>'),
      'another file',
    ],
    [
      "an encoded style before a line's end of two characters",
      drawing('<style>a{fill:\\75\r\nrl(//evil.example)}</style>'),
      'another file',
    ],
    [
      'a prefix encoded behind many zeros',
      drawing('<x:script xmlns:x="http://www.w3.org/2000/sv&#x0000000067;">alert(1)</x:script>'),
      'the prefix x',
    ],
    [
      'a script of a prefix that programs use',
      drawing('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
      'the prefix x',
    ],
    [
      'HTML of an encoded prefix',
      drawing('<i:b xmlns:i="http://www.w3.org/1999/&#120;html"/>'),
      'the prefix i',
    ],
    [
      'an address behind an encoded quotation mark',
      drawing(`<g b="&quot; href='#"/><image href="https://evil.example" c="'"/>`),
      'another file',
    ],
    ...[
      'src("//evil.example/x")',
      'src(var(--address))',
      'image("//evil.example/x")',
      'image-set("//evil.example/x" 1x)',
      '-webkit-image-set("//evil.example/x" 1x)',
      'IMAGE-SET("//evil.example/x" 1x)',
      'cross-fade("//evil.example/x", #f00)',
      '-webkit-cross-fade("//evil.example/x", "//evil.example/y", 50%)',
      '-moz-image-rect("//evil.example/x", 0, 0, 9, 9)',
      'filter("//evil.example/x", blur(1px))',
      '\\69mage-set("//evil.example/x" 1x)',
      'ima\\67 e-set("//evil.example/x" 1x)',
    ].flatMap((value): [string, Buffer, string][] => [
      [
        `a stylesheet with ${value}`,
        drawing(`<style>svg{background:${value}}</style>`),
        'loads a picture',
      ],
      [
        `a style with ${value}`,
        drawing(`<g style="background:${value.replaceAll('"', '&quot;')}"/>`),
        'loads a picture',
      ],
    ]),
    [
      'a font of another site',
      drawing('<style>@font-face{font-family:a;src:url(//evil.example/a)}</style>'),
      'another file',
    ],
    [
      'a stylesheet of another site by its address',
      drawing('<style>@import url(//evil.example/a)</style>'),
      'style of another',
    ],
    [
      'references to another site by their base',
      svg('viewBox="0 0 4 4" xml:base="//evil.example/x.svg"', '<use href="#a"/>'),
      'xml:base',
    ],
    [
      'a text of another file',
      drawing('<x:include xmlns:x="http://www.w3.org/2001/XInclude" parse="text"/>'),
      'the prefix x',
    ],
    ['a bomb of patterns', drawing('<pattern/>'.repeat(21)), 'repeats'],
    ['a bomb of filters', drawing('<feOffset/>'.repeat(41)), 'filters'],
    ['a picture in a filter', drawing('<filter><feImage href="#a"/></filter>'), '<feImage>'],
    ['a bomb of references', drawing('<use href="#a"/>'.repeat(21)), 'repeats'],
  ])('refuses %s', async (_, bytes, text) => {
    expect(await fileOf(bytes)).toContain(text)
  })

  test.each([
    '<pattern id="p" width="2" height="2"><path d="M0 0h1"/></pattern><rect fill="url(#p)"/>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="1"/></filter><g filter="url(#f)"/>',
    '<filter id="f"><feOffset dx="1"/></filter><text filter="url(#f)">image (1), filter</text>',
    '<switch><g><path d="M0 0h1"/></g></switch>',
    '<title>Caf&#233; &lt;3 &#x1F389; &#x00000000000041; &#x99999999999; &#99999999999999;</title><use href="&#35;a"/>',
  ])('accepts %s', async (content) => {
    expect(await fileOf(drawing(content))).toMatch(/-4x4\.svg$/)
  })

  test('accepts what drawing programs write', async () => {
    const file = await fileOf(
      Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!-- Created with Inkscape -->
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
          xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 90 30">
        <sodipodi:namedview id="base" /><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>
        <defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00"/></linearGradient></defs>
        <style>.b{fill:url(#a)}</style><g class="b"><path d="M0 0h90v30z"/><use xlink:href="#a"/></g></svg>`),
    )
    expect(file).toMatch(/-90x30\.svg$/)
  })
})
