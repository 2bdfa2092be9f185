/** @module-tag night */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../src/read.ts'
import { type TableFormat, writeTable } from '../src/write.ts'

/** What LibreOffice makes of a file of ours: it opens it and saves it again. `npm run night` installs it. */

const run = promisify(execFile)
const HEADS = ['code', 'name', 'count']
const ROWS = [
  ['00468198', 'Führung für Kinder', 3],
  ['99933E31', '+49 30 12345', 12.5],
  ['1DEC2027', 'Łódź, ışık; こども', 0],
  ["'=1+1", 'two\nlines', 1],
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The cells after LibreOffice has opened our file and saved it in another format. */
async function savedAgain(format: TableFormat, as: string, filter: string) {
  const path = join(folder, `${format}-${as}.${format}`)
  await writeFile(path, Buffer.concat(writeTable({ heads: HEADS, rows: ROWS }, format)))
  const out = join(folder, `${format}-to-${as}`)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [...[profile, '--headless', '--convert-to', filter, '--outdir', out, path]])
  const saved = await readFile(join(out, `${format}-${as}.${as}`))
  return readSheet(saved, 'en-US').rows.map(({ cells }) => cells)
}

const WHOLE = [HEADS, ...ROWS.map((row) => row.map(String))]
// Reading takes the apostrophe away that writing has put before another one.
const asStored = (cells: string[][]) =>
  cells.map((row) => row.map((cell) => (cell.startsWith("''") ? cell.slice(1) : cell)))

test('a workbook comes back whole from LibreOffice, as a workbook and as CSV', {
  timeout: 120_000,
}, async () => {
  expect(asStored(await savedAgain('xlsx', 'xlsx', 'xlsx'))).toEqual(WHOLE)
  // Commas, quotes, UTF-8.
  const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1'
  expect(asStored(await savedAgain('xlsx', 'csv', csv))).toEqual(WHOLE)
})
