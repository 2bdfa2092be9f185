import type { ReactNode } from 'react'

/** A mail as its template words it. */
export interface Draft {
  subject: string
  /** What lists of mail show beside the subject. */
  preview: string
  body: ReactNode
}
