import { strToU8, zipSync } from 'fflate'

/**
 * Stand-ins for the spreadsheets of organizers: how each of them saves a table in each of twelve locales.
 * They write what was seen of the programs, and nothing of ours.
 */

/** A cell as a person sees it in a sheet. */
export type SheetCell =
  | { text: string }
  | { number: number }
  /** '2027-06-05' */
  | { date: string }
  /** Minutes since midnight. */
  | { time: number }
  | { flag: boolean }

interface Habits {
  /** The short date of the system, with d, M and y as in its settings. */
  date: string
  hasHalves?: true
  decimal: '.' | ','
  /** What 'CSV' without Unicode means. */
  page: string
  flags: [no: string, yes: string]
  /** Words with the letters of its language. */
  words: string[]
}

export const LOCALES: Record<string, Habits> = {
  'en-US': {
    ...{ date: 'M/d/yyyy', hasHalves: true, decimal: '.', page: 'windows-1252' },
    ...{ flags: ['FALSE', 'TRUE'], words: ['Café', 'tour', '“Night”', 'naïve', '5 € – cheap'] },
  },
  'en-GB': {
    ...{ date: 'dd/MM/yyyy', decimal: '.', page: 'windows-1252', flags: ['FALSE', 'TRUE'] },
    words: ['£5 tour', 'Brontë’s', 'matinée'],
  },
  'de-DE': {
    ...{ date: 'dd.MM.yyyy', decimal: ',', page: 'windows-1252', flags: ['FALSCH', 'WAHR'] },
    words: ['Führung', 'für', 'Größe', 'Übung', '„Nacht“', 'Straße'],
  },
  'fr-FR': {
    ...{ date: 'dd/MM/yyyy', decimal: ',', page: 'windows-1252', flags: ['FAUX', 'VRAI'] },
    words: ['été', 'l’Œuvre', 'à', 'Noël', '« garçon »'],
  },
  'es-ES': {
    ...{ date: 'dd/MM/yyyy', decimal: ',', page: 'windows-1252', flags: ['FALSO', 'VERDADERO'] },
    words: ['¿Qué', 'niño?', 'Año', 'exposición'],
  },
  'it-IT': {
    ...{ date: 'dd/MM/yyyy', decimal: ',', page: 'windows-1252', flags: ['FALSO', 'VERO'] },
    words: ['città', 'perché', 'più', 'caffè'],
  },
  'nl-NL': {
    ...{ date: 'd-M-yyyy', decimal: ',', page: 'windows-1252', flags: ['ONWAAR', 'WAAR'] },
    words: ['één', 'coördinatie', 'IJssel'],
  },
  'pt-BR': {
    ...{ date: 'dd/MM/yyyy', decimal: ',', page: 'windows-1252', flags: ['FALSO', 'VERDADEIRO'] },
    words: ['ação', 'São', 'criança', 'avó'],
  },
  'pl-PL': {
    ...{ date: 'dd.MM.yyyy', decimal: ',', page: 'windows-1250', flags: ['FAŁSZ', 'PRAWDA'] },
    words: ['Zażółć', 'gęślą', 'jaźń', 'Łódź'],
  },
  'sv-SE': {
    ...{ date: 'yyyy-MM-dd', decimal: ',', page: 'windows-1252', flags: ['FALSKT', 'SANT'] },
    words: ['Åre', 'älskar', 'öppet'],
  },
  'tr-TR': {
    ...{ date: 'd.MM.yyyy', decimal: ',', page: 'windows-1254', flags: ['YANLIŞ', 'DOĞRU'] },
    words: ['İstanbul', 'ışık', 'çocuk', 'gösteri', 'Ağrı'],
  },
  'ja-JP': {
    ...{ date: 'yyyy/MM/dd', decimal: '.', page: 'shift_jis', flags: ['FALSE', 'TRUE'] },
    words: ['こども', '大人', 'ツアー', '夜の博物館'],
  },
}

export const PROGRAMS = [
  'Excel: CSV',
  'Excel: CSV UTF-8',
  'Excel: Unicode text',
  'Excel: workbook',
  'Excel: workbook that counts from 1904',
  'Numbers: CSV',
  'Numbers: workbook',
  'LibreOffice: CSV',
  'LibreOffice: workbook',
  'Google Sheets: CSV',
  'Google Sheets: workbook',
] as const
export type Program = (typeof PROGRAMS)[number]

/** The file that a program saves. */
export function savedBy(
  program: Program,
  locale: string,
  rows: readonly SheetCell[][],
): Uint8Array {
  const habits = LOCALES[locale]
  if (!habits) throw new Error(`No habits of ${locale}`)
  const list = habits.decimal === ',' ? ';' : ','
  switch (program) {
    case 'Excel: CSV':
      return inPage(textOf(rows, habits, { between: list, line: '\r\n' }), habits.page)
    case 'Excel: CSV UTF-8':
      return strToU8(`\uFEFF${textOf(rows, habits, { between: list, line: '\r\n' })}`)
    case 'Excel: Unicode text': {
      const text = textOf(rows, habits, { between: '\t', line: '\r\n' })
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    }
    case 'Numbers: CSV':
      return strToU8(textOf(rows, habits, { between: list, line: '\n' }))
    case 'LibreOffice: CSV': {
      const short = {
        ...habits,
        date: habits.date.replace('yyyy', isYearFirst(habits) ? 'yyyy' : 'yy'),
      }
      return strToU8(textOf(rows, short, { between: ',', line: '\n' }))
    }
    case 'Google Sheets: CSV':
      return strToU8(textOf(rows, habits, { between: ',', line: '\r\n' }))
    case 'Excel: workbook':
      return workbook(rows, { hasShared: true, date: 14, time: 21 })
    case 'Excel: workbook that counts from 1904':
      return workbook(rows, { hasShared: true, date: 14, time: 18, is1904: true })
    case 'Numbers: workbook':
      return workbook(rows, { hasShared: true, date: 'd/m/yyyy', time: 'h:mm:ss AM/PM' })
    case 'LibreOffice: workbook':
      return workbook(rows, {
        hasShared: true,
        date: 'mm/dd/yy;@',
        time: '[$-409]hh:mm:ss\\ AM/PM',
      })
    case 'Google Sheets: workbook':
      return workbook(rows, { hasShared: false, date: 'yyyy"-"mm"-"dd', time: 'h:mm' })
  }
}

const isYearFirst = ({ date }: Habits) => date.startsWith('y')

function textOf(
  rows: readonly SheetCell[][],
  habits: Habits,
  { between, line }: { between: string; line: string },
): string {
  const cell = (one: SheetCell): string => {
    const text = shown(one, habits)
    const mustQuote = text.includes(between) || /["\r\n]/.test(text)
    return mustQuote ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => row.map(cell).join(between) + line).join('')
}

function shown(cell: SheetCell, { date, hasHalves, decimal, flags }: Habits): string {
  if ('text' in cell) return cell.text
  if ('number' in cell) return String(cell.number).replace('.', decimal)
  if ('flag' in cell) return flags[cell.flag ? 1 : 0]
  if ('date' in cell) {
    const [year = '', month = '', day = ''] = cell.date.split('-')
    return date
      .replace('yyyy', year)
      .replace('yy', year.slice(2))
      .replace('MM', month)
      .replace('M', String(Number(month)))
      .replace('dd', day)
      .replace('d', String(Number(day)))
  }
  const [hour, minute] = [Math.floor(cell.time / 60), String(cell.time % 60).padStart(2, '0')]
  if (!hasHalves) return `${String(hour).padStart(2, '0')}:${minute}:00`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute}:00 ${hour < 12 ? 'AM' : 'PM'}`
}

const pages = new Map<string, Map<string, number[]>>()

/** A text in letters from before Unicode. */
function inPage(text: string, page: string): Uint8Array {
  const known = pages.get(page) ?? lettersOf(page)
  pages.set(page, known)
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const bytes = known.get(letter)
      if (!bytes) throw new Error(`${page} has no ${letter}`)
      return bytes
    }),
  )
}

function lettersOf(page: string): Map<string, number[]> {
  const letters = new Map<string, number[]>()
  const decoder = new TextDecoder(page)
  const add = (...bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if (!letter.includes('\uFFFD') && [...letter].length === 1 && !letters.has(letter)) {
      letters.set(letter, bytes)
    }
  }
  for (let first = 0; first < 256; first += 1) add(first)
  if (page !== 'shift_jis') return letters
  for (let first = 0x81; first <= 0xea; first += 1) {
    if (first >= 0xa0 && first < 0xe0) continue
    for (let second = 0x40; second <= 0xfc; second += 1) add(first, second)
  }
  return letters
}

interface BookHabits {
  /** Whether texts are in a part of their own. */
  hasShared: boolean
  /** The number of a usual format, or the text of one of its own. */
  date: number | string
  time: number | string
  is1904?: true
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function workbook(rows: readonly SheetCell[][], habits: BookHabits): Uint8Array {
  const shared: string[] = []
  const cell = (one: SheetCell, at: string): string => {
    if ('text' in one) {
      if (!habits.hasShared)
        return `<c r="${at}" t="inlineStr"><is><t>${xmlOf(one.text)}</t></is></c>`
      shared.push(one.text)
      return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`
    }
    if ('number' in one) return `<c r="${at}"><v>${one.number}</v></c>`
    if ('flag' in one) return `<c r="${at}" t="b"><v>${one.flag ? 1 : 0}</v></c>`
    if ('time' in one) return `<c r="${at}" s="2"><v>${one.time / 1440}</v></c>`
    const days = (Date.parse(one.date) - Date.parse('1899-12-30')) / 86_400_000
    return `<c r="${at}" s="1"><v>${days - (habits.is1904 ? 1462 : 0)}</v></c>`
  }
  const sheet = rows.map((row, line) => {
    const cells = row.map((one, column) =>
      cell(one, `${String.fromCharCode(65 + column)}${line + 1}`),
    )
    return `<row r="${line + 1}">${cells.join('')}</row>`
  })
  return bookOf({
    sheet: sheet.join(''),
    formats: [habits.date, habits.time],
    is1904: habits.is1904 ?? false,
    shared: habits.hasShared ? shared.map((text) => `<si><t>${xmlOf(text)}</t></si>`).join('') : '',
  })
}

const xmlOf = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A workbook with one sheet. Cells have the style 0, or the number of a format in the list, from 1. */
export function bookOf({
  sheet,
  formats = [],
  shared = '',
  is1904 = false,
  more = {},
}: {
  sheet: string
  formats?: readonly (number | string)[]
  shared?: string
  is1904?: boolean
  more?: Record<string, string>
}): Uint8Array {
  const own = formats.flatMap((format, index) =>
    typeof format === 'string'
      ? [`<numFmt numFmtId="${164 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`]
      : [],
  )
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`,
  )
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Sheet 1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${shared}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...more,
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(XML + text)])),
  )
}
