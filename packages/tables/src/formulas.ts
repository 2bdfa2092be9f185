/**
 * Spreadsheets take a cell of a CSV file that begins with one of these for a formula, also behind
 * apostrophes that were typed. An apostrophe before it makes it a text; reading takes that one away again,
 * so that a file comes back as it was written. Most of Europe's spreadsheets separate cells at semicolons,
 * some at tabs, and a row ends with its line: what stands behind one of these inside a cell may begin a
 * cell as well.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/
const NEUTRALISED = /^'+[=+\-@\t\r\n]/
const INNER = /[;\t\r\n](?='{0,99}[=+\-@])/g
const INNER_NEUTRALISED = /([;\t\r\n])'(?='{0,99}[=+\-@])/g
const INNER_APOSTROPHE = /[;\t\r\n](?='{1,99}[=+\-@])/g

/** A text as a cell of a CSV file has it: never the beginning of a formula. */
export function neutral(text: string): string {
  const inside = text.replace(INNER, "$&'")
  return FORMULA.test(inside) ? `'${inside}` : inside
}

/**
 * A text as a cell of a workbook has it. Its type says that it is no formula, so only the apostrophes that
 * reading would take away get another one before them.
 */
export function markedText(text: string): string {
  const inside = text.replace(INNER_APOSTROPHE, "$&'")
  return NEUTRALISED.test(inside) ? `'${inside}` : inside
}

/** What {@link neutral} or {@link markedText} made a cell of. */
export function plain(cell: string): string {
  const text = NEUTRALISED.test(cell) ? cell.slice(1) : cell
  return text.replace(INNER_NEUTRALISED, '$1')
}
