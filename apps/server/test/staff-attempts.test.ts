import { serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { countAttempt, forgetAttempts } from '../src/engine/staff/attempts.ts'

const server = serverForTests({ jobs: false })

test('tries are counted also while another one at the same moment succeeds and is forgotten', async () => {
  const { context } = server.foyer
  const attempt = async () => {
    const refusal = await countAttempt(context, 'code of somebody')
    await forgetAttempts(context, 'code of somebody')
    return refusal ? 'refused' : 'counted'
  }
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: 10 }, attempt))
    expect(outcomes).toContain('counted')
  }
})
