import { HomeScreen } from '../features/home/home-screen.tsx'
import { useMe, useOrganizer } from './use-signed-in.ts'

export function HomeRoute() {
  return <HomeScreen me={useMe()} organizer={useOrganizer()} />
}
