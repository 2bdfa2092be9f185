import { readMarkup } from '../features/site-pages/markup.ts'
import { readSvg } from '../features/tenants/editing/read-svg.ts'

/** What the sandbox can do: pure functions that judge a text which an organizer sent. */
export const SANDBOX_TASKS = {
  /** A page of the shop in Markdown. */
  page: readMarkup,
  /** A logo as SVG. */
  svg: readSvg,
}

export type SandboxTasks = typeof SANDBOX_TASKS
export type SandboxTask = keyof SandboxTasks
