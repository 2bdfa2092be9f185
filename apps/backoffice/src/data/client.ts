import { type Client, createClient } from '@foyer/contract'
import { guarded } from './sign-in-again.ts'

const send: typeof fetch = (input, init) => fetch(input, init)

/** Calls without a session, or whose refusal the caller handles by itself. */
export const bareCall = createClient({ baseUrl: '', fetch: send })

/** Calls of a person who is signed in. A sign-in that has ended is renewed first (sign-in-again.ts). */
export const call: Client = (endpoint, input) => guarded(() => bareCall(endpoint, input))

type Listener = (organizer: string) => Promise<void>
const changeListeners = new Set<Listener>()

/** Calls `listener` after each call that may have changed something of an organizer. */
export const onChange = (listener: Listener) => changeListeners.add(listener)

const clients = new Map<string, Client>()

/** Calls about one organizer, which a header names. */
export function callOf(organizer: string): Client {
  const known = clients.get(organizer)
  if (known) return known
  const bare = createClient({
    baseUrl: '',
    fetch: send,
    headers: { 'X-Brand-Path': organizer },
  })
  const client: Client = async (endpoint, input) => {
    const output = await guarded(() => bare(endpoint, input))
    if (endpoint.method !== 'GET') for (const listener of changeListeners) void listener(organizer)
    return output
  }
  clients.set(organizer, client)
  return client
}
