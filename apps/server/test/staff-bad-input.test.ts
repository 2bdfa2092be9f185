import { type Endpoint, staffApi } from '@foyer/contract'
import { rawRequest, serverForTests } from '@foyer/testkit'
import { sample } from '@foyer/testkit/night'
import { expect, test } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { BROKEN_BODIES } from './support/garbage.ts'
import { faultsOf, inGroupsOf, malformedCalls, namesField } from './support/malformed-calls.ts'
import { member } from './support/staff.ts'
import { staffCalls } from './support/staff-calls.ts'

/** Every call of the back office with each of its values mutated, by an owner who is signed in. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
const taking = Object.entries<Endpoint>(staffApi).filter(
  ([, { params, query, body }]) => params || query || body,
)

async function senderOf() {
  const owner = await member(server, 'owner')
  const cookie = `foyer_staff=${owner.browser.cookies.get('foyer_staff')}`
  return (method: string, path: string, body?: string | Buffer) =>
    rawRequest(server.url, {
      method,
      path,
      headers: {
        cookie,
        ...(body === undefined
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
      },
      ...(body === undefined ? {} : { body }),
    })
}

test.each(taking)(
  '%s answers each mutated value with a success or a clear 4xx',
  { tags: ['sampled'] },
  async (name, endpoint) => {
    const send = await senderOf()
    const world = { otherId: newId(), invitationId: newId(), sessionId: newId() }
    const call = Object.entries(staffCalls(world)).find(([own]) => own === name)?.[1] ?? {}
    const wrong: unknown[] = []
    // What takes long is for a few of an organizer at a time; more are refused as busy.
    const atOnce = endpoint.isLong || endpoint.errors.includes('busy') ? 2 : 8
    await inGroupsOf(
      atOnce,
      sample(malformedCalls(endpoint, call), 7),
      async ({ what, mutated, path, body }) => {
        const answer = await send(endpoint.method, path, body)
        const faults = faultsOf(answer)
        if (!namesField(answer, mutated))
          faults.push(`names ${JSON.stringify(answer.body.details)}`)
        if (faults.length > 0) wrong.push([what, ...faults])
      },
    )
    expect(wrong).toEqual([])
  },
)

test.each(taking.filter(([, { body }]) => body))(
  '%s refuses a body that is no JSON',
  async (name, endpoint) => {
    const send = await senderOf()
    const path = endpoint.path.replace(/:\w+/g, newId())
    for (const body of BROKEN_BODIES) {
      const { status } = await send(endpoint.method, path, body)
      expect([name, status >= 400 && status < 500]).toEqual([name, true])
    }
  },
)
