import { readSheet } from '@foyer/tables/read'
import { readMarkup } from '../features/site-pages/markup.ts'
import { readSvg } from '../features/tenants/editing/read-svg.ts'

/** What the sandbox can do: pure functions that judge what an organizer sent. */
export const SANDBOX_TASKS = {
  /** A page of the shop in Markdown. */
  page: readMarkup,
  /** A logo as SVG. */
  svg: readSvg,
  /** A table that a spreadsheet saved. */
  table: readSheet,
}

export type SandboxTasks = typeof SANDBOX_TASKS
export type SandboxTask = keyof SandboxTasks
