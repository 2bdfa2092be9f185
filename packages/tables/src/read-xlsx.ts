import { type UnzipFileInfo, unzipSync } from 'fflate'
import { type DayZero, numberText, type Shown, shownBy } from './number-formats.ts'
import { type SheetRow, SheetRows } from './sheet-rows.ts'
import { Problems, SheetRefused, TABLE_LIMITS } from './table.ts'
import { attributeOf, scanXml, XmlRefused } from './xml.ts'

/**
 * Reads the first sheet of a workbook that has rows, each cell as the text that a person sees. Formulas
 * are not computed: the workbook has their results. Nothing outside the file is read.
 */

interface Workbook {
  rows: SheetRow[]
  dayZero: DayZero
  problems: Problems
}

/** @throws {SheetRefused} if the file is none that can be read */
export function readXlsx(bytes: Uint8Array): Workbook {
  try {
    return readWorkbook(bytes)
  } catch (error) {
    throw error instanceof XmlRefused ? new SheetRefused(BROKEN) : error
  }
}

function readWorkbook(bytes: Uint8Array): Workbook {
  const parts = new Parts(bytes)
  const book = readBook(parts)
  const strings = readStrings(parts.read(book.strings))
  const formats = readFormats(parts.read(book.styles))
  for (const path of book.sheets) {
    const sheet = new SheetReader({ strings, formats, dayZero: book.dayZero })
    scanXml(parts.read(path), sheet)
    const { list: rows, problems } = sheet.rows
    if (rows.length > 0) return { ...book, rows, problems }
  }
  return { ...book, rows: [], problems: new Problems() }
}

const TOO_LARGE =
  'The workbook is too large. Copy the rows into a new one, without what is below and beside them.'
const BROKEN =
  'The workbook is damaged. Open it in your spreadsheet, save it again, and choose that file.'
const NO_WORKBOOK =
  'This is no Excel workbook (.xlsx). Save the table as an Excel workbook or as CSV, and choose that file.'

/** The parts of a workbook; together they are unpacked to a limited size. */
class Parts {
  readonly #bytes: Uint8Array
  #left: number = TABLE_LIMITS.unpackedBytes

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** '' for a part that is missing. */
  read(path: string | null): string {
    if (path === null) return ''
    let isFound = false
    const filter = ({ name, originalSize }: UnzipFileInfo) => {
      if (isFound || name !== path) return false
      isFound = true
      this.#left -= originalSize
      if (this.#left < 0) throw new SheetRefused(TOO_LARGE)
      return true
    }
    const part = this.#unpack(path, filter)
    // In UTF-8 unless it begins with another mark.
    const isUtf16 = part?.[0] === 0xff && part[1] === 0xfe
    return part ? new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(part) : ''
  }

  #unpack(path: string, filter: (part: UnzipFileInfo) => boolean): Uint8Array | undefined {
    try {
      return unzipSync(this.#bytes, { filter })[path]
    } catch (error) {
      // A part that is larger than it says does not fit into what was allowed for it.
      throw error instanceof SheetRefused ? error : new SheetRefused(BROKEN)
    }
  }
}

interface Book {
  dayZero: DayZero
  /** Paths of the sheets that are not hidden. */
  sheets: string[]
  strings: string | null
  styles: string | null
}

const IGNORED = { opened: () => {}, closed: () => {}, text: () => {} }

function readBook(parts: Parts): Book {
  const text = parts.read('xl/workbook.xml')
  if (text === '') throw new SheetRefused(NO_WORKBOOK)
  const targets = new Map<string, string>()
  const ofKind = new Map<string, string>()
  scanXml(parts.read('xl/_rels/workbook.xml.rels'), {
    ...IGNORED,
    opened(name, attributes) {
      if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return
      const target = attributeOf(attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      targets.set(attributeOf(attributes, 'Id') ?? '', path)
      ofKind.set(attributeOf(attributes, 'Type')?.split('/').at(-1) ?? '', path)
    },
  })
  const sheets: string[] = []
  let dayZero: DayZero = '1899-12-30'
  scanXml(text, {
    ...IGNORED,
    opened(name, attributes) {
      if (name === 'workbookPr') {
        const is1904 = attributeOf(attributes, 'date1904')
        if (is1904 === '1' || is1904 === 'true') dayZero = '1904-01-01'
      }
      if (name !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return
      const path = targets.get(attributeOf(attributes, 'id') ?? '')
      if (path) sheets.push(path)
    },
  })
  return {
    ...{ dayZero, sheets: sheets.slice(0, 100) },
    ...{ strings: ofKind.get('sharedStrings') ?? null, styles: ofKind.get('styles') ?? null },
  }
}

/** Texts of rich and plain cells. How Japanese is pronounced stands beside it, and is no part of it. */
class TextReader {
  value = ''
  #isWithin = false
  #isBeside = false

  opened(name: string): void {
    if (name === 't') this.#isWithin = true
    if (name === 'rPh') this.#isBeside = true
  }

  closed(name: string): void {
    if (name === 't') this.#isWithin = false
    if (name === 'rPh') this.#isBeside = false
  }

  text(text: string): void {
    if (this.#isWithin && !this.#isBeside) this.value += text
  }

  take(): string {
    const { value } = this
    this.value = ''
    return unescaped(value)
  }
}

/** Characters that XML cannot have: _x0007_ */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

function readStrings(xml: string): string[] {
  const strings: string[] = []
  const reader = new TextReader()
  scanXml(xml, {
    opened: (name) => reader.opened(name),
    text: (text) => reader.text(text),
    closed(name) {
      reader.closed(name)
      if (name === 'si') strings.push(reader.take())
    },
  })
  return strings
}

/** How the cells of each style show a number. */
function readFormats(xml: string): Shown[] {
  const codes = new Map<number, string>()
  const formats: Shown[] = []
  let isWithin = false
  scanXml(xml, {
    ...IGNORED,
    opened(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '')
      if (name === 'cellXfs') isWithin = true
      if (name === 'xf' && isWithin) formats.push(shownBy(id, codes.get(id)))
    },
    closed(name) {
      if (name === 'cellXfs') isWithin = false
    },
  })
  return formats
}

interface SheetContext {
  strings: readonly string[]
  formats: readonly Shown[]
  dayZero: DayZero
}

interface OpenCell {
  column: number
  kind: string
  shown: Shown
  value: string
  hasFormula: boolean
}

/** Beyond this, spreadsheets have rounded a number; who sees all its digits typed a text. */
const EXACT = 1e15

class SheetReader {
  readonly rows = new SheetRows()
  readonly #context: SheetContext
  readonly #inline = new TextReader()
  #line = 0
  #column = -1
  #cells: string[] = []
  #cell: OpenCell | null = null
  #isInValue = false

  constructor(context: SheetContext) {
    this.#context = context
  }

  opened(name: string, attributes: string): void {
    if (name === 'row') {
      this.#line = Number(attributeOf(attributes, 'r')) || this.#line + 1
      this.#column = -1
      this.#cells = []
    } else if (name === 'c') {
      const at = attributeOf(attributes, 'r')
      this.#column = at === undefined ? this.#column + 1 : columnOf(at)
      this.#cell = {
        ...{ column: this.#column, kind: attributeOf(attributes, 't') ?? 'n', value: '' },
        shown: this.#context.formats[Number(attributeOf(attributes, 's') ?? 0)] ?? { as: 'number' },
        hasFormula: false,
      }
    } else if (name === 'v') this.#isInValue = true
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true
    else this.#inline.opened(name)
  }

  text(text: string): void {
    if (this.#isInValue && this.#cell) this.#cell.value += text
    else this.#inline.text(text)
  }

  closed(name: string): void {
    if (name === 'v') this.#isInValue = false
    else if (name === 'c' && this.#cell) this.#store(this.#cell)
    else if (name === 'row') this.rows.add(this.#line, this.#cells)
    else this.#inline.closed(name)
  }

  #store(cell: OpenCell): void {
    this.#cell = null
    const inline = this.#inline.take()
    const text = cell.kind === 'inlineStr' ? inline : this.#textOf(cell)
    if (text === '') return
    if (cell.column >= TABLE_LIMITS.columns) {
      const { problems } = this.rows
      problems.add(this.#line, null, `A sheet has at most ${TABLE_LIMITS.columns} columns.`)
      return
    }
    while (this.#cells.length < cell.column) this.#cells.push('')
    this.#cells[cell.column] = text
  }

  #textOf(cell: OpenCell): string {
    const { kind, value, shown, column, hasFormula } = cell
    const problem = (message: string): string => {
      this.rows.problems.add(this.#line, this.rows.headOf(column), message)
      return ''
    }
    if (value === '') {
      return hasFormula
        ? problem('This formula has no result. Open the file in your spreadsheet and save it.')
        : ''
    }
    if (kind === 's') return this.#context.strings[Number(value)] ?? ''
    if (kind === 'str') return unescaped(value)
    if (kind === 'd') return value
    if (kind === 'b') return value.trim() === '1' ? 'yes' : 'no'
    if (kind === 'e') return problem(`The spreadsheet shows an error here: ${value.slice(0, 20)}`)
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    if (Math.abs(number) >= EXACT && shown.as !== 'date') {
      return problem(
        'The spreadsheet has rounded this long number. Format the column as text, and enter it again.',
      )
    }
    return numberText(number, shown, this.#context.dayZero) ?? problem('This number is no date.')
  }
}

/** 27 for 'AB3'. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.slice(0, 4)) {
    const place = letter.charCodeAt(0) - 64
    if (place < 1 || place > 26) break
    column = column * 26 + place
  }
  return column - 1
}
