import { expect, it } from 'vitest'
import { listRoutes, testFlowRoute } from './list-routes.ts'

it('shows the list of the test flow even without the demonstrations', () => {
  expect(listRoutes).toContain(testFlowRoute)
  expect(testFlowRoute.modules).toEqual(['src/routes/event-search.tsx'])
})
