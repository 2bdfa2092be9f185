import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readSheet } from '../src/read.ts'
import { bookOf } from './programs.ts'

/** What is in workbooks beside plain cells, and what is sent in place of one. */

const read = (bytes: Uint8Array) => readSheet(bytes, 'en-US')
const cellsOf = (bytes: Uint8Array) => read(bytes).rows.map(({ cells }) => cells)

/** Rows of 20 cells, each of which refers to the same text. */
const sharing = ({ text, rows }: { text: string; rows: number }) => ({
  sheet: `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`.repeat(rows),
  shared: `<si><t>${text}</t></si>`,
})

describe('a cell', () => {
  test('is the text that a person sees', () => {
    const sheet = `<row r="1"><c r="A1" t="str"><f>UPPER("a")</f><v>A</v></c>
      <c r="B1"><v>0.30000000000000004</v></c><c r="C1" s="1"><v>42</v></c><c r="D1"><v>1E5</v></c>
      <c r="E1" s="2"><v>46513.7916666667</v></c><c r="F1" t="d"><v>2027-05-06T19:00:00</v></c>
      <c r="H1" t="inlineStr"><is><r><t>rich </t></r><r><t xml:space="preserve">text</t></r></is></c></row>`
    expect(cellsOf(bookOf({ sheet, formats: ['00000', 22] }))).toEqual([
      ['A', '0.3', '00042', '100000', '2027-05-06 19:00', '2027-05-06T19:00:00', '', 'rich text'],
    ])
  })

  test('is without what stands beside it: how Japanese is pronounced, and comments', () => {
    const shared =
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>'
    const sheet =
      '<row><c t="s"><v>0</v></c><!-- none --><c t="inlineStr"><is><t><![CDATA[<b>&]]></t></is></c></row>'
    expect(cellsOf(bookOf({ sheet, shared }))).toEqual([['東京', '<b>&']])
  })

  test('with an error, without its result or with too many digits is a problem at its row', () => {
    const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>
      <row r="3"><c r="A3" t="e"><v>#REF!</v></c></row><row r="4"><c r="A4"><f>A1</f></c></row>
      <row r="5"><c r="A5"><v>9.9933E+35</v></c></row>`
    expect(read(bookOf({ sheet })).problems).toMatchObject([
      { line: 3, column: 'name', message: /error here: #REF!/ },
      { line: 4, column: 'name', message: /formula has no result/ },
      { line: 5, column: 'name', message: /rounded/ },
    ])
  })
})

test('the first sheet that is shown and has rows is read', () => {
  const workbook = `<workbook xmlns:r="r"><sheets><sheet name="a" state="hidden" r:id="a"/>
    <sheet name="b" r:id="b"/><sheet name="c" r:id="c"/><sheet name="d" r:id="d"/></sheets></workbook>`
  const rels = ['a', 'b', 'c', 'd'].map(
    (id) => `<Relationship Id="${id}" Type="x/worksheet" Target="worksheets/${id}.xml"/>`,
  )
  const sheetOf = (text: string) =>
    `<worksheet><sheetData><row><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`
  const more = {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': `<Relationships>${rels.join('')}</Relationships>`,
    'xl/worksheets/a.xml': sheetOf('hidden'),
    'xl/worksheets/b.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/c.xml': sheetOf('shown'),
    'xl/worksheets/d.xml': sheetOf('another'),
  }
  expect(cellsOf(bookOf({ sheet: '', more }))).toEqual([['shown']])
})

describe('a file is refused in words', () => {
  const messageOf = (bytes: Uint8Array) => read(bytes).problems[0]?.message
  const parts = (all: Record<string, Uint8Array>) => zipSync(all)

  test('if its parts are unpacked to more than is read', () => {
    const sheet = ' '.repeat(30 * 1024 * 1024)
    expect(messageOf(bookOf({ sheet }))).toMatch(/too large/)
  })

  test('if a part is larger than it says', () => {
    const bytes = bookOf({ sheet: `<row><c t="str"><v>${'a'.repeat(100_000)}</v></c></row>` })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    // The sizes in the directory at the end of the file.
    for (let at = 0; at < bytes.length - 46; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 40, true)
    }
    expect(messageOf(bytes)).toMatch(/damaged|no Excel workbook/)
  })

  test('if it declares entities, which could grow without end or name other files', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
    const sheet = `${bomb}<worksheet><sheetData><row><c t="str"><v>&b;&c;</v></c></row></sheetData></worksheet>`
    expect(messageOf(bookOf({ sheet: '', more: { 'xl/worksheets/sheet1.xml': sheet } }))).toMatch(
      /damaged/,
    )
  })

  test('if it is another kind of file in the same wrapping, or no whole one', () => {
    const text = strToU8('x')
    expect(messageOf(parts({ mimetype: text, 'content.xml': text }))).toMatch(/no Excel workbook/)
    expect(messageOf(bookOf({ sheet: '' }).subarray(0, 200))).toMatch(/damaged/)
    expect(messageOf(strToU8('PK'))).toMatch(/damaged/)
    const cut = { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="str' }
    expect(messageOf(bookOf({ sheet: '', more: cut }))).toMatch(/damaged/)
  })

  test('if a row has too many columns', () => {
    const sheet = '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c></row>'
    expect(read(bookOf({ sheet })).problems).toMatchObject([
      { line: 2, message: /at most 1000 columns/ },
    ])
    expect(messageOf(strToU8(`a${','.repeat(2000)}b\n`))).toMatch(/at most 1000 cells/)
  })

  test('if its cells are too many with the empty ones between them, however small it is', () => {
    const bytes = bookOf({ sheet: '<row><c r="ALL1"><v>1</v></c></row>'.repeat(10_000) })
    expect(bytes.length).toBeLessThan(20_000)
    expect(read(bytes)).toMatchObject({
      rows: [],
      problems: [{ message: /at most 300,000 cells/ }],
    })
    const text = strToU8(`${','.repeat(900)}b\n`.repeat(1000))
    expect(read(text)).toMatchObject({ rows: [], problems: [{ message: /at most 300,000 cells/ }] })
  })

  test('if its cells have too many characters together, although they share one text', () => {
    const bytes = bookOf(sharing({ text: 'a'.repeat(5000), rows: 10_000 }))
    expect(bytes.length).toBeLessThan(40_000)
    expect(read(bytes)).toMatchObject({
      rows: [],
      problems: [{ message: /too large.*at most 4,000,000 characters/ }],
    })
  })

  test('if a text is too long for a cell, of which only its beginning is kept', () => {
    const message = 'The text is too large: it is longer than 5000 characters.'
    const long = 'a'.repeat(5001)
    const found = {
      rows: [{ cells: ['name'] }, { cells: ['a'.repeat(5000)] }],
      problems: [{ line: 2, column: 'name', message }],
    }
    expect(read(strToU8(`name\n${long}\n`))).toMatchObject(found)
    const sheet = `<row><c t="str"><v>name</v></c></row><row><c t="str"><v>${long}</v></c></row>`
    expect(read(bookOf({ sheet }))).toMatchObject(found)
    expect(read(strToU8(`name\n${' '.repeat(5000)}b\n`)).problems).toEqual([])
  })
})

test('as many cells and characters as are allowed are read', () => {
  const { rows, problems } = read(bookOf(sharing({ text: 'a'.repeat(20), rows: 10_000 })))
  expect(problems).toEqual([])
  expect(rows).toHaveLength(10_000)
})

test('what a workbook names outside of itself is not read', () => {
  const rels = `<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="https://example.com/sheet1.xml"/></Relationships>`
  const sheet = '<row><c t="str"><v>a</v></c></row>'
  expect(cellsOf(bookOf({ sheet, more: { 'xl/_rels/workbook.xml.rels': rels } }))).toEqual([])
})

test('a line that names the separator is read, and lines are counted with it', () => {
  const { rows } = read(strToU8('sep=;\r\nname;note\r\na,b;c\r\n'))
  expect(rows).toEqual([
    { line: 2, cells: ['name', 'note'] },
    { line: 3, cells: ['a,b', 'c'] },
  ])
})
