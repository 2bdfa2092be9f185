import { PoliciesScreen } from '../features/settings/policies-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function PoliciesRoute() {
  return <PoliciesScreen organizer={useOrganizer()} />
}
