import { type StaffLink, staffApi } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import { bareCall } from './client.ts'

/*
 * The links of mails have their token as the fragment, which browsers send to no server. It moves from
 * the address to the entry of the history before anything is shown, so that it is in no picture of the
 * screen and in no bookmark; a reload still has it.
 */
declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string
    /** The address that a mail was sent to. */
    mailedTo?: string
    /** What another screen has just done, such as 'Your password is changed.' */
    news?: string
  }
}

/** What a link opens. Reading it does not use it up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: (): Promise<StaffLink> => bareCall(staffApi.readStaffLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
