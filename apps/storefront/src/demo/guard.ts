import { NO_PAGE, type Refusal } from '../routing/route.ts'
import type { RouterContext } from '../shared/app-context.tsx'

/** Demonstrations are open where the server says so; elsewhere their addresses are no pages. */
export const onlyWithDemos = ({ app }: RouterContext): Refusal | undefined =>
  app.hasDemos ? undefined : NO_PAGE
