/**
 * Reads the tables of a markdown page, by the heading each stands under. A page that lost a
 * heading, a column or its rows throws instead of leaving a test that checks nothing.
 */
export function readTables(markdown: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>()
  let heading = ''
  for (const line of markdown.split('\n')) {
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
    if (!line.startsWith('|')) continue
    const cells = line.split('|').slice(1, -1)
    const table = tables.get(heading) ?? []
    tables.set(heading, [...table, cells.map((cell) => cell.trim())])
  }
  return tables
}

/** The rows under a heading, whose columns have to be exactly these. Throws if they are not. */
export function rowsOf(
  tables: ReadonlyMap<string, string[][]>,
  heading: string,
  columns: readonly string[],
): string[][] {
  const [head, rule, ...rows] = tables.get(heading) ?? []
  if (!head) throw new Error(`No table under '${heading}'`)
  if (head.join('|') !== columns.join('|')) {
    throw new Error(
      `The columns under '${heading}' are ${head.join(', ')}, not ${columns.join(', ')}`,
    )
  }
  if (!rule?.every((cell) => /^:?-+:?$/.test(cell))) {
    throw new Error(`The table under '${heading}' has no rule below its columns`)
  }
  if (rows.length === 0) throw new Error(`The table under '${heading}' is empty`)
  for (const row of rows) {
    if (row.length !== columns.length) {
      throw new Error(`A row under '${heading}' has ${row.length} cells: ${row.join(' | ')}`)
    }
  }
  return rows
}
