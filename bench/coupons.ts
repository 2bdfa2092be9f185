import { COUPON_LIMITS } from '@foyer/contract'
import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import { openBenchDatabase } from './database.ts'
import { browserOfOwner, timePages } from './office-pages.ts'
import { postgresUsage } from './postgres-usage.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:coupons`: makes as many coupon codes in one go as the form allows, from the click to the
 * file, over HTTP as the back office does; then pages of the list of codes. The last line is JSON; times
 * of codes are seconds, those of pages milliseconds. The processor time of the server and of PostgreSQL
 * changes less than the time while other programs use the machine.
 */
const TIMES = 10
const ROUNDS = 50
const LIST = '/api/getCouponCodes'

await runCommand(async (started) => {
  const { pool, url, role } = await openBenchDatabase(started)
  const server = await startInProcess({ url, role }, { isOneAddressMany: true, slowWork: 'thread' })
  started.defer(() => server.close())
  const browser = await browserOfOwner(server, pool)
  const post = async (path: string, body: object) => {
    const answer = await browser.send('POST', path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const processorSeconds = async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000_000 + ((await postgresUsage(pool)).cpuSeconds ?? 0)
  }
  const seconds: number[] = []
  const processor: number[] = []
  const groups: string[] = []
  const codes: string[] = []
  const count = COUPON_LIMITS.newCodes
  for (let index = 0; index < TIMES; index += 1) {
    const group = await post('/api/createCouponGroup', { name: `Campaign ${index}` })
    const usedBefore = await processorSeconds()
    const sentAt = performance.now()
    const wanted = { groupId: group.id, count, prefix: 'FAN-', length: 10, usageLimit: 1 }
    const { file } = await post('/api/admin/coupon-codes/bulk', wanted)
    seconds.push((performance.now() - sentAt) / 1000)
    processor.push((await processorSeconds()) - usedBefore)
    if (file.rows !== count) throw new Error(`${file.rows} of ${count} codes were made`)
    groups.push(group.id)
    codes.push(
      file.text
        .slice(-60)
        .split(/[\r\n,]+/)
        .find((cell: string) => /^FAN-/.test(cell)),
    )
    const took = `${seconds.at(-1)?.toFixed(2)} s, processor ${processor.at(-1)?.toFixed(2)} s`
    console.log(`${count} codes beside ${index * count}: ${took}`)
  }
  await pool.query('analyze')
  const of = (list: readonly string[], index: number) => list[index % list.length] ?? ''
  const rows = await timePages(
    browser,
    {
      'first page': () => LIST,
      'of a group': (index) => `${LIST}?groupId=${of(groups, index)}`,
      'a code': (index) => `${LIST}?q=${of(codes, index)}`,
      'the most used': () => `${LIST}?sort=usageCount`,
      'by code': () => `${LIST}?sort=code`,
      'the groups': () => '/api/getCouponGroups',
    },
    ROUNDS,
  )
  printTable(`Pages of ${TIMES * count} codes, ms`, rows)
  const median = (of: readonly number[]) =>
    round(of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0)
  console.log(
    JSON.stringify({
      codes: count,
      medianSeconds: median(seconds),
      worstSeconds: round(Math.max(...seconds)),
      medianProcessorSeconds: median(processor),
      worstPageP99Ms: round(Math.max(...rows.map((row) => row.p99))),
    }),
  )
})
