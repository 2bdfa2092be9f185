import { Outlet } from '@tanstack/react-router'
import { SettingsFrame } from '../features/settings/settings-frame.tsx'
import { useOrganizer } from './use-signed-in.ts'

export function SettingsRoute() {
  return (
    <SettingsFrame organizer={useOrganizer()}>
      <Outlet />
    </SettingsFrame>
  )
}
