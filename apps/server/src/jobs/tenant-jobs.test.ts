import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DueWork } from './due-work.ts'
import { createTenantJobs, type TenantJob } from './tenant-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const tenantOf = (id: number) => ({
  id,
  slug: `t${id}`,
  isDefault: false,
  name: '',
  tagline: '',
  footerText: '',
  hue: 1,
  currency: 'usd',
  locale: 'en-US',
  supportEmail: '',
  socialLinks: {},
  logoFile: null,
  domain: null,
  hasCoupons: false,
  takesCharges: false,
  testOf: null,
  orderLookup: 'verified' as const,
  senderName: '',
  senderEmail: null,
  replyTo: null,
  timeZone: '',
  importantInformation: null,
  termsVersion: null,
  asksMarketing: false,
  marketingText: null,
  keepPaidYears: null,
  keepFreeYears: null,
  suspendedAt: null,
  suspensionReason: null,
  trialUntil: null,
  platformFee: null,
})

/** Jobs over tenants whose due rows are counted in `left`; a round does one of them. */
function scene(left: Record<number, number>, job: Partial<TenantJob> = {}) {
  const rounds: number[] = []
  const succeeded: string[] = []
  const run = async ({ id }: { id: number }) => {
    rounds.push(id)
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (!left[id]) return 0
    left[id] -= 1
    return 1
  }
  const look = async (): Promise<DueWork[]> =>
    Object.keys(left)
      .map(Number)
      .filter((tenantId) => left[tenantId])
      .map((tenantId) => ({ job: 'send', tenantId }))
  const jobs = createTenantJobs({
    jobs: [{ name: 'send', atOnce: 1, isKicked: true, run, ...job }],
    look,
    tenants: { byId: tenantOf },
    log: pino({ level: 'silent' }),
    onSuccess: (name) => succeeded.push(name),
  })
  return { jobs, rounds, succeeded }
}

test('tenants take turns, so a single row waits for one round of each other tenant', async () => {
  const { jobs, rounds } = scene({ 1: 30, 2: 1, 3: 1 })
  jobs.start()
  await vi.advanceTimersByTimeAsync(100)
  expect(rounds.slice(0, 4)).toEqual([1, 2, 3, 1])
  const stopped = jobs.stop()
  await vi.advanceTimersByTimeAsync(100)
  await stopped
})

test('a tenant without due rows is never visited', async () => {
  const { jobs, rounds } = scene({ 7: 1 })
  jobs.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(new Set(rounds)).toEqual(new Set([7]))
  expect(rounds).toHaveLength(2)
  await jobs.stop()
})

test('a kick visits only the tenant that it names, at once', async () => {
  const left: Record<number, number> = {}
  const { jobs, rounds } = scene(left)
  jobs.start()
  await vi.advanceTimersByTimeAsync(500)
  left[4] = 1
  jobs.kick(4)
  await vi.advanceTimersByTimeAsync(15)
  expect(rounds).toEqual([4, 4])
  await vi.advanceTimersByTimeAsync(100)
  await jobs.stop()
})

test("a kick during a tenant's round is not lost, and thousands of kicks make few rounds", async () => {
  const { jobs, rounds } = scene({})
  jobs.start()
  await vi.advanceTimersByTimeAsync(0)
  for (let kicks = 0; kicks < 1000; kicks += 1) jobs.kick(4)
  await vi.advanceTimersByTimeAsync(15)
  expect(rounds).toEqual([4])
  await vi.advanceTimersByTimeAsync(300)
  expect(rounds).toEqual([4, 4])
  await vi.advanceTimersByTimeAsync(300)
  await jobs.stop()
})

test("a tenant's failure delays only that tenant, and the job is not reported as done", async () => {
  const rounds: number[] = []
  const { jobs, succeeded } = scene(
    { 1: 1, 2: 1 },
    {
      run: async ({ id }) => {
        rounds.push(id)
        if (id === 1) throw new Error('broken')
        return 0
      },
    },
  )
  jobs.start()
  await vi.advanceTimersByTimeAsync(4500)
  expect(rounds.filter((id) => id === 1)).toHaveLength(1)
  expect(rounds.filter((id) => id === 2).length).toBeGreaterThan(2)
  expect(succeeded).toEqual([])
  await jobs.stop()
})

test('nothing starts after the stop, which waits for rounds under way', async () => {
  const { jobs, rounds } = scene({ 1: 5, 2: 5 })
  jobs.start()
  await vi.advanceTimersByTimeAsync(5)
  const stopped = jobs.stop()
  await vi.advanceTimersByTimeAsync(2000)
  await stopped
  expect(rounds).toEqual([1])
})
