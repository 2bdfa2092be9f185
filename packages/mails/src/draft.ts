import type { ReactNode } from 'react'

/** What a template returns: the subject, the preview and the body of a mail. */
export interface Draft {
  subject: string
  /** What mail programs show beside the subject in their lists. */
  preview: string
  body: ReactNode
}
