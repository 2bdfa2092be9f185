import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'
import { readRows, readSheet } from './read.ts'

/** The bytes of a text in letters from before Unicode. */
function encoded(text: string, page: string): Uint8Array {
  const decoder = new TextDecoder(page)
  const bytes = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte -= 1) bytes.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Uint8Array.from([...text], (letter) => {
    const byte = bytes.get(letter)
    if (byte === undefined) throw new Error(`${page} has no ${letter}`)
    return byte
  })
}

const GERMAN = 'name;venue\r\nFührung für Kinder;Straße „Größe“ – 5 €\r\n'
const FRENCH = 'name;venue\r\nVisite guidée à l’été;Hôtel de l’Œuvre\r\n'
const SPANISH = 'name;venue\r\n¿Qué pasa, niño?;El Español\r\n'
const POLISH = 'name;venue\r\nZażółć gęślą jaźń;Łódź\r\n'
const TURKISH = 'name;venue\r\nÇocuklar için rehberli gezi;İstanbul’da bir akşam, ışık\r\n'

describe('letters from before Unicode', () => {
  test.each([
    ['German', GERMAN, 'windows-1252', 'de-DE'],
    ['French', FRENCH, 'windows-1252', 'fr-FR'],
    ['Spanish', SPANISH, 'windows-1252', 'es-ES'],
    ['Polish', POLISH, 'windows-1250', 'pl-PL'],
    ['Turkish', TURKISH, 'windows-1254', 'tr-TR'],
    // The browser of the person has another language than the file.
    ['German', GERMAN, 'windows-1252', 'en-US'],
    ['Polish', POLISH, 'windows-1250', 'en-US'],
    ['Turkish', TURKISH, 'windows-1254', 'en-GB'],
    [
      'German of an old Macintosh',
      'name;venue\r\nFührung für Kinder;Café\r\n',
      'macintosh',
      'en-US',
    ],
  ])('of a %s file are read (%s, %s, %s)', (_, text, page, language) => {
    const decoded = decode(encoded(text, page), language)
    expect(decoded?.text).toBe(text)
    expect(decoded?.readAs?.sample.length).toBeGreaterThan(0)
  })

  test('are those of Japanese, in a Japanese browser and elsewhere', () => {
    // '名前,会場' and 'こども' in Shift JIS.
    const bytes = Uint8Array.from([
      ...[0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x89, 0xef, 0x8f, 0xea, 0x0d, 0x0a],
      ...[0x82, 0xb1, 0x82, 0xc7, 0x82, 0xe0, 0x2c, 0x41],
    ])
    for (const language of ['ja-JP', 'en-US']) {
      expect(decode(bytes, language)?.text).toBe('名前,会場\r\nこども,A')
    }
  })
})

describe('letters of Unicode', () => {
  const text = 'name\tvenue\r\nFührung Łódź こども\tHall\r\n'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, as ‘Unicode Text’ is', utf16],
    ['UTF-16 with the other order of bytes', Buffer.from(utf16).swap16()],
  ])('are read in %s', (_, bytes) => {
    expect(decode(bytes, 'en-US')).toEqual({ text, readAs: null })
  })
})

describe('a letter that was lost', () => {
  const read = (bytes: Uint8Array) =>
    readRows(readSheet(bytes, 'en-US'), { required: ['name'], optional: ['venue'] }).problems.list

  test('is refused with its row and column', () => {
    expect(read(Buffer.from('name,venue\nOne,Hall\nF\uFFFDhrung,Hall\n'))).toMatchObject([
      { line: 3, column: 'name', message: /^A letter is lost: ‘F\uFFFDhrung’/ },
    ])
  })

  test('is refused in a file that says it is UTF-8 and is not', () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFname\nF'),
      Buffer.of(0xfc),
      Buffer.from('hrung\n'),
    ])
    expect(read(bytes)).toMatchObject([{ line: 2, column: 'name' }])
  })

  test('is refused in a file that is UTF-8 but for one byte', () => {
    const bytes = Buffer.concat([
      Buffer.from('name\nFührung\nGröße\nF'),
      Buffer.of(0xfc),
      Buffer.from('hrung\n'),
    ])
    expect(read(bytes)).toMatchObject([{ line: 4, column: 'name' }])
  })

  test('is a byte that is nobody’s letter', () => {
    const before = encoded(
      'name\nFührung für Größe und für Übung und für später\nA ',
      'windows-1252',
    )
    const bytes = Buffer.concat([before, Buffer.of(0x81), Buffer.from('\n')])
    expect(read(bytes)).toMatchObject([{ line: 3, column: 'name' }])
  })
})

test('bytes that are no text are refused in words', () => {
  for (const bytes of [Buffer.alloc(100), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])]) {
    expect(readSheet(bytes, 'en-US').problems).toMatchObject([{ message: /^This is no table/ }])
  }
  expect(readSheet(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), '').problems).toMatchObject([
    { message: /old Excel/ },
  ])
})
