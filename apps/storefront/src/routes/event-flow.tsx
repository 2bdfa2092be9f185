import { Outlet } from '@tanstack/react-router'

export function EventFlowPage() {
  return <Outlet />
}
export function EventNotFound() {
  return <h1>Event not found</h1>
}
