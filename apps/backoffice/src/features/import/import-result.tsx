import type { DateOrder, ImportResult } from '@foyer/contract'
import { Button, Notice } from '@foyer/ui'

/** What a dry run found, and what it has to ask. */

export const rowsText = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`)

const readAsText = ({ encoding, sample }: NonNullable<ImportResult['readAs']>): string =>
  `Its letters were read as ${encoding}: ‘${sample}’. If they are wrong, save the file as an Excel workbook.`

const movedText = (dates: number): string =>
  dates === 1
    ? 'One start is skipped when the clocks change, and is an hour later.'
    : `${dates} starts are skipped when the clocks change, and are an hour later.`

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayText = (date: string): string => DAY.format(Date.parse(date))

interface AskedProps {
  asks: NonNullable<ImportResult['asks']>
  onAnswer: (order: DateOrder) => void
}

/** Asks once for a file whose dates mean two days each. */
export const Asked = ({ asks: { text, dayFirst, monthFirst }, onAnswer }: AskedProps) => (
  <Notice
    tone="info"
    announce="status"
    title={`Is ${text} ${dayText(dayFirst)} or ${dayText(monthFirst)}?`}
  >
    <p>The dates of this file can be read in two ways. The answer counts for all of them.</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button type="button" onClick={() => onAnswer('day first')}>
        {dayText(dayFirst)}
      </Button>
      <Button type="button" onClick={() => onAnswer('month first')}>
        {dayText(monthFirst)}
      </Button>
    </div>
  </Notice>
)

/** What a dry run found. */
export function Tried({ result }: { result: ImportResult }) {
  const { problems, rows, creates, changes, unchanged, preview, readAs } = result
  if (problems.length === 0) {
    return (
      <Notice tone="success" announce="status" title="This file can be imported">
        {`${rowsText(rows)}: ${creates} ${creates === 1 ? 'is' : 'are'} new`}
        {changes > 0 && `, ${changes} ${changes === 1 ? 'changes' : 'change'} what exists`}
        {unchanged > 0 &&
          `, ${unchanged} ${unchanged === 1 ? 'exists already or is' : 'exist already or are'} over`}
        . Nothing was changed yet.
        {readAs && ` ${readAsText(readAs)}`}
        {preview &&
          preview.movedByClocks.length > 0 &&
          ` ${movedText(preview.movedByClocks.length)}`}
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="danger" title="This file cannot be imported yet">
        Nothing was changed. Change {problems.length === 1 ? 'this' : 'these places'} in the file,
        and choose it again.
        {readAs && ` ${readAsText(readAs)}`}
      </Notice>
      <div className="office-table rounded-lg border border-edge">
        <table aria-label="Problems" className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-xs text-muted *:border-b *:border-edge *:px-4 *:py-2 *:text-start *:font-semibold">
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-edge">
            {problems.map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`} className="*:px-4 *:py-2 *:align-top">
                <td className="figures">Line {line}</td>
                <td data-label="Column" className="break-words">
                  {column ?? '–'}
                </td>
                <td data-label="Problem">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
