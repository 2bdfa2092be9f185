import type { RouterContext } from '../app-context.tsx'
import { NO_PAGE, type Refusal } from '../navigation/route.ts'

/** Demonstrations are open where the server says so; elsewhere their addresses are no pages. */
export const onlyWithDemos = ({ app }: RouterContext): Refusal | undefined =>
  app.hasDemos ? undefined : NO_PAGE
