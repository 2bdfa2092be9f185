/** Tables as files: what spreadsheets read and write, and nothing that they would run. */

/** A value of a table that is written. Identifiers are texts, so that no spreadsheet makes a number of them. */
export type Cell = string | number | boolean | null

/** A table, or a part of one that is too long for one answer. */
export interface Table {
  /** Of the file, without its ending. */
  name: string
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** What is wrong with a file, where a person finds it. */
export interface TableProblem {
  /** The line of a text, or the row of a sheet, from 1. */
  line: number
  /** The head of the column; null: the line as a whole. */
  column: string | null
  message: string
}

/** The most of a file that is read. */
export const TABLE_LIMITS = {
  rows: 10_000,
  columns: 1000,
  cellCharacters: 5000,
  /** Of all rows, with the empty cells between others: thirty columns of the most rows. */
  cells: 300_000,
  /** Of all cells. A text of 2 MB, the most that is sent, has fewer. */
  characters: 4_000_000,
  /** Of the parts of a workbook that are read, once they are unpacked. */
  unpackedBytes: 24 * 1024 * 1024,
  /** How many problems of one file are listed. */
  problems: 200,
} as const

/** Why nothing of a file is read, for people. */
export class SheetRefused extends Error {}

/** The problems of a file; of a file that is all wrong, the first ones. */
export class Problems {
  readonly list: TableProblem[] = []

  add(line: number, column: string | null, message: string): void {
    if (this.list.length < TABLE_LIMITS.problems) this.list.push({ line, column, message })
  }
}
