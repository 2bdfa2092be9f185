import { PrivacyScreen } from '../features/settings/privacy/privacy-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function PrivacyRoute() {
  return <PrivacyScreen organizer={useOrganizer()} />
}
