import type { TableOutput } from '@foyer/contract'
import { MEDIA_TYPES, type TableFormat, tableWriter } from '@foyer/tables/write'
import { Button, notify } from '@foyer/ui'
import { Download } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../data/failure-text.ts'
import { saveFile } from './save-file.ts'

/**
 * Saves a table that arrives in parts. It is written here and not by the server: the largest ones take a
 * second, and only here the locale of the person's spreadsheet is known.
 */
async function saveTable(
  parts: AsyncIterable<TableOutput> | Iterable<TableOutput>,
  format: TableFormat,
): Promise<number> {
  let writer: ReturnType<typeof tableWriter> | null = null
  let name = ''
  let rows = 0
  for await (const part of parts) {
    writer ??= tableWriter(part.heads, format, navigator.language)
    writer.add(part.rows)
    name = part.name
    rows += part.rows.length
  }
  if (writer) saveFile(`${name}.${format}`, writer.finish(), MEDIA_TYPES[format])
  return rows
}

interface ExportButtonsProps {
  label?: string
  /** Fetches the table; `onProgress` hears how far it is. */
  parts: (onProgress: (text: string) => void) => AsyncIterable<TableOutput> | Iterable<TableOutput>
  onSaved?: (rows: number) => void
  /** What a failure says. */
  failed?: string
  disabledReason?: string | undefined
  variant?: 'primary'
}

/** Saves a table as a workbook, which keeps codes and numbers as they are; or as CSV for other programs. */
export function ExportButtons({
  label = 'Export',
  parts,
  onSaved,
  failed = 'Not exported',
  disabledReason,
  variant,
}: ExportButtonsProps) {
  const [progress, setProgress] = useState('')
  const exporting = useMutation({
    mutationFn: (format: TableFormat) => saveTable(parts(setProgress), format),
    onSuccess: onSaved,
    onError: (error) => notify({ tone: 'danger', title: failed, description: failureText(error) }),
    onSettled: () => setProgress(''),
  })
  const isBusy = (format: TableFormat) => exporting.isPending && exporting.variables === format
  const shared = { type: 'button', busyLabel: progress || 'Exporting', disabledReason } as const
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        {...shared}
        {...(variant ? { variant } : {})}
        busy={isBusy('xlsx')}
        onClick={() => exporting.mutate('xlsx')}
      >
        <Download aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <Button
        {...shared}
        variant="ghost"
        busy={isBusy('csv')}
        onClick={() => exporting.mutate('csv')}
      >
        {label} as CSV
      </Button>
    </span>
  )
}

/** A table that one call returns. */
export async function* fetched(table: Promise<TableOutput>) {
  yield await table
}
