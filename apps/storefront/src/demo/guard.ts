import { notFound } from '@tanstack/react-router'
import type { RouterContext } from '../app-context.tsx'
import { root } from '../root-route.ts'

/** Demonstrations are open where the server says so; elsewhere their addresses are no pages. */
export function onlyWithDemos({ context }: { context: RouterContext }): void {
  if (!context.app.hasDemos) throw notFound({ routeId: root.id })
}
