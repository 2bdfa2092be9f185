import type { ReactNode } from 'react'

/** A mail as its template words it. */
export interface Draft {
  subject: string
  /** What mail programs show beside the subject in their lists. */
  preview: string
  body: ReactNode
}
