import { LookScreen } from '../features/settings/look-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function LookRoute() {
  return <LookScreen organizer={useOrganizer()} />
}
