import { strToU8, Zip, ZipDeflate } from 'fflate'
import { markedText, neutral } from './formulas.ts'
import type { Cell, Table } from './table.ts'

export type { Cell, Table } from './table.ts'

/**
 * Writes tables as files. The workbook is the usual one: its cells are texts, so that codes, numbers of
 * orders and phone numbers stay as they are. A CSV file is for other programs; a spreadsheet guesses what
 * its cells are.
 */

export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export const MEDIA_TYPES: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

/** Writes a file from parts of a table that arrive one after the other. */
interface TableWriter {
  add(rows: Table['rows']): void
  /** The bytes of the file, in pieces. */
  finish(): Uint8Array<ArrayBuffer>[]
}

/**
 * @param locale of the person whose spreadsheet opens the file, such as 'de-DE': where a comma separates
 *   decimals, spreadsheets separate cells of CSV files at semicolons.
 */
export function tableWriter(
  heads: Table['heads'],
  format: TableFormat,
  locale: string,
): TableWriter {
  const writer = format === 'xlsx' ? xlsxWriter() : csvWriter(locale)
  writer.add([heads])
  return writer
}

/** A whole table as a file. */
export function writeTable(
  { heads, rows }: Pick<Table, 'heads' | 'rows'>,
  format: TableFormat,
  locale = 'en-US',
): Uint8Array<ArrayBuffer>[] {
  const writer = tableWriter(heads, format, locale)
  writer.add(rows)
  return writer.finish()
}

/** How numbers and lists are written in a locale: '.' and ',', or ',' and ';'. */
function separatorsOf(locale: string): { decimal: string; cells: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  return { decimal, cells: decimal === ',' ? ';' : ',' }
}

function csvWriter(locale: string): TableWriter {
  const { decimal, cells } = separatorsOf(locale)
  const textOf = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
    return typeof cell === 'number' ? String(cell).replace('.', decimal) : neutral(cell)
  }
  const quoted = (text: string) =>
    /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  // Excel takes a file without this mark for one in the letters of its system.
  const pieces = [strToU8('\uFEFF')]
  return {
    add: (rows) =>
      void pieces.push(
        strToU8(
          rows.map((row) => `${row.map((cell) => quoted(textOf(cell))).join(cells)}\r\n`).join(''),
        ),
      ),
    finish: () => pieces,
  }
}

const DOCUMENT = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook beside its one sheet. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is the format 'Text': what is typed into such a cell stays as it is typed. Style 2 is for heads.
  'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
} as const

const SHEET_BEGINS = `${DOCUMENT}<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`
const SHEET_ENDS = '</sheetData></worksheet>'
/** How many rows are made a text at a time. */
const PIECE = 500

function xlsxWriter(): TableWriter {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const begin = (name: string) => {
    const part = new ZipDeflate(name)
    zip.add(part)
    return part
  }
  for (const [name, text] of Object.entries(PARTS)) {
    begin(name).push(strToU8(DOCUMENT + text), true)
  }
  const sheet = begin('xl/worksheets/sheet1.xml')
  sheet.push(strToU8(SHEET_BEGINS))
  let line = 0
  return {
    add(rows) {
      for (let from = 0; from < rows.length; from += PIECE) {
        const texts = rows.slice(from, from + PIECE).map((row) => {
          line += 1
          return `<row r="${line}">${row.map((cell, column) => cellXml(cell, column, line)).join('')}</row>`
        })
        sheet.push(strToU8(texts.join('')))
      }
    },
    finish() {
      sheet.push(strToU8(SHEET_ENDS), true)
      zip.end()
      return pieces
    },
  }
}

function cellXml(cell: Cell, column: number, line: number): string {
  if (cell === null || cell === '') return ''
  const at = `r="${columnName(column)}${line}"`
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
  const text = typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : markedText(cell)
  const style = line === 1 ? 2 : 1
  return `<c ${at} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** 'A' to 'Z', then 'AA'. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Workbooks write characters that XML cannot have as _x0007_, and a text that looks like that as _x005F_x0007_. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML cannot have.
const NOT_IN_XML = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string =>
  text
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(
      NOT_IN_XML,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>]/g, (one) => ENTITIES[one] ?? one)
