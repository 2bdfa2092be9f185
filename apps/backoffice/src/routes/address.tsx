import { AddressScreen } from '../features/settings/address-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function AddressRoute() {
  return <AddressScreen organizer={useOrganizer()} />
}
