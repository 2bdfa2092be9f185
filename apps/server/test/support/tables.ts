import type { TableOutput } from '@foyer/contract'
import { writeTable } from '@foyer/tables/write'
import { type Answer, rawRequest, type TestServer } from '@foyer/testkit'
import type { TestPerson } from './staff.ts'

/** Tables as files, as the back office saves and sends them. */

/** A table as a CSV file with commas. */
export const csvOf = (table: TableOutput): string =>
  Buffer.concat(writeTable(table, 'csv', 'en-US')).toString()

/** A table as a workbook. */
export const workbookOf = (table: TableOutput): Buffer => Buffer.concat(writeTable(table, 'xlsx'))

interface ImportQuery {
  kind: string
  eventId?: string | undefined
  isDryRun: boolean
  dateOrder?: string
  language?: string
}

/** Sends a file to be tried or imported. */
export function sendImport(
  { url }: Pick<TestServer, 'url'>,
  { browser }: Pick<TestPerson, 'browser'>,
  file: string | Uint8Array,
  query: ImportQuery,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = Buffer.from(file)
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return rawRequest(url, {
    method: 'POST',
    path: `/api/admin/imports?${new URLSearchParams(given)}`,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      cookie: `foyer_staff=${browser.cookies.get('foyer_staff') ?? ''}`,
      ...headers,
    },
    body,
  })
}
