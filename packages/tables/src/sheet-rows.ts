import { Problems, SheetRefused, TABLE_LIMITS } from './table.ts'

/** A row that is not empty. */
export interface SheetRow {
  line: number
  cells: string[]
}

/**
 * The rows of a file while it is read. A small file may stand for a lot: cells of a workbook share texts,
 * and one far to the right has empty ones before it. So they are counted here, before another thread gets
 * a copy of each.
 */
export class SheetRows {
  readonly list: SheetRow[] = []
  readonly problems = new Problems()
  #cells = 0
  #characters = 0

  /** One more than may be imported, which the reader of the rows refuses in words. */
  get isFull(): boolean {
    return this.list.length > TABLE_LIMITS.rows + 1
  }

  /** @throws {SheetRefused} if the rows are too large together */
  add(line: number, cells: string[]): void {
    if (this.isFull || cells.every((cell) => cell.trim() === '')) return
    this.#count(cells)
    this.list.push({ line, cells })
    for (const [column, cell] of cells.entries()) {
      if (cell.length <= TABLE_LIMITS.cellCharacters) continue
      const text = cell.trim()
      if (text.length > TABLE_LIMITS.cellCharacters) {
        const most = TABLE_LIMITS.cellCharacters
        this.problems.add(
          line,
          this.headOf(column),
          `The text is too large: it is longer than ${most} characters.`,
        )
      }
      cells[column] = text.slice(0, TABLE_LIMITS.cellCharacters)
    }
  }

  headOf(column: number): string | null {
    return this.list[0]?.cells[column]?.trim().slice(0, 80) || null
  }

  #count(cells: readonly string[]): void {
    this.#cells += cells.length
    if (this.#cells > TABLE_LIMITS.cells) {
      throw new SheetRefused(
        `The table is too large: it may have at most ${inWords(TABLE_LIMITS.cells)} cells, with the empty ones between others. Delete what is below and beside it, or divide it into several files.`,
      )
    }
    for (const cell of cells) this.#characters += cell.length
    if (this.#characters > TABLE_LIMITS.characters) {
      throw new SheetRefused(
        `The table is too large: its cells may have at most ${inWords(TABLE_LIMITS.characters)} characters together. Divide it into several files.`,
      )
    }
  }
}

/** '300,000' */
const inWords = (count: number): string => count.toLocaleString('en-US')
