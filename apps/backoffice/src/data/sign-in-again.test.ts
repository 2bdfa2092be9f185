import { ApiError } from '@foyer/contract'
import { expect, test } from 'vitest'
import { guarded, SignInDeclined, signInAgain } from './sign-in-again.ts'

const refusal = (code: string) => new ApiError(401, JSON.stringify({ error: 'No', code }), '')

/** A call that needs a sign-in first. */
function needy(code = 'sign_in_again') {
  const calls: string[] = []
  const send = async () => {
    calls.push('call')
    if (calls.length === 1) throw refusal(code)
    return 'done'
  }
  return { calls, send }
}

test('a call that needs a more recent sign-in is made again after it', async () => {
  const { calls, send } = needy()
  const outcome = guarded(send)
  await expect.poll(signInAgain.current).toBe('recent')
  signInAgain.succeed()
  expect(await outcome).toBe('done')
  expect(calls).toHaveLength(2)
  expect(signInAgain.current()).toBeNull()
})

test('a session that has ended asks for a sign-in', async () => {
  const outcome = guarded(needy('not_signed_in').send)
  await expect.poll(signInAgain.current).toBe('ended')
  signInAgain.succeed()
  expect(await outcome).toBe('done')
})

test('calls that need a sign-in at the same time share one question', async () => {
  const outcomes = Promise.all([guarded(needy().send), guarded(needy().send)])
  await expect.poll(signInAgain.current).toBe('recent')
  signInAgain.succeed()
  expect(await outcomes).toEqual(['done', 'done'])
})

test('a person who declines makes the call fail, and it is not repeated', async () => {
  const { calls, send } = needy()
  const outcome = guarded(send)
  await expect.poll(signInAgain.current).toBe('recent')
  signInAgain.decline()
  await expect(outcome).rejects.toBeInstanceOf(SignInDeclined)
  expect(calls).toHaveLength(1)
})

test('any other refusal is passed on without a question', async () => {
  const outcome = guarded(() => Promise.reject(refusal('not_permitted')))
  await expect(outcome).rejects.toMatchObject({ code: 'not_permitted' })
  expect(signInAgain.current()).toBeNull()
})
