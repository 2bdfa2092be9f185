import { createTestDatabase } from '@foyer/testkit'
import { openPair, RACES } from '@foyer/testkit/races'
import { expect, test } from 'vitest'
import pg from 'pg'
test('x', async () => {
  const database = await createTestDatabase()
  const pair = await openPair(database)
  const race = RACES.orders[0]
  const control = race.controls[0]
  for (const statement of control.schema ?? []) await pair.sql(statement)
  const query = pg.Client.prototype.query
  let t0 = 0
  let log: string[] = []
  const ids = new Map()
  pg.Client.prototype.query = function (this: pg.Client, ...sent: any[]) {
    const [asked] = sent
    const name = asked?.name ?? ''
    if (control.statements?.[name]) sent[0] = { ...asked, name: `x_${name}`, text: control.statements[name](asked.text) }
    if (!ids.has(this)) ids.set(this, ids.size)
    const r: any = Reflect.apply(query, this, sent)
    if (/^lane_/.test(name)|| asked === 'commit') {
      log.push(`${(performance.now() - t0).toFixed(1)} c${ids.get(this)} > ${name || asked} ${name === 'lane_read_payments' ? asked.values[1]: ''}`)
      r?.then?.(() => log.push(`${(performance.now() - t0).toFixed(1)} c${ids.get(this)} < ${name || asked}`), () => {})
    }
    return r
  } as typeof query
  for (let i = 0; i < 3; i++) {
    t0 = performance.now(); log = []
    const o = await race.run(pair)
    console.log(performance.now() - t0, o)
    console.log(log.join('\n'))
  }
  pg.Client.prototype.query = query
  await pair.close()
  await database.drop()
  expect(1).toBe(1)
}, 100000)
