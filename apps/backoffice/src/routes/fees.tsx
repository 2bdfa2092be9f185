import { FeesScreen } from '../features/settings/fees/fees-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function FeesRoute() {
  return <FeesScreen organizer={useOrganizer()} />
}
