import { globSync, readFileSync } from 'node:fs'
import { buy, serverForTests, until } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseQuery, type Selector } from './promql.ts'

/** Alerts and dashboards, compared with the metrics that a real server exposes. */

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}
const rules: Rule[] = parse(read('alerts/foyer.rules.yaml'), { merge: true }).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)

interface Dashboard {
  uid: string
  panels: { id: number; title: string; targets: { expr: string; refId: string }[] }[]
}
const files = globSync('dashboards/*.json', { cwd: new URL('..', import.meta.url) })
const dashboards = files.map((file): Dashboard => JSON.parse(read(file)))
const queries = dashboards.flatMap(({ panels }) =>
  panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
)

/** Labels that are there only with several cells, or that Prometheus adds. */
const ADDED_LABELS = ['cell', 'instance']
/** Recorded by Prometheus for each of its targets. */
const OF_PROMETHEUS = ['up']

const server = serverForTests({ slowWork: 'thread' })
/** By metric: its labels, with their values. */
const exposed = new Map<string, Map<string, Set<string>>>()

beforeAll(async () => {
  const browser = server.browser()
  await buy(browser, await server.build.event())
  const text = await until(
    async () => (await browser.send('GET', '/metrics')).body as string,
    // The jobs that are the last to end their first turn, in no certain order.
    (seen) =>
      ['job="audit"', 'job="reconcile"', 'foyer_mails{'].every((part) => seen.includes(part)),
  )
  for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const values = exposed.get(metric) ?? new Map<string, Set<string>>()
    exposed.set(metric, values)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
  }
  // Metrics of rare events have no value yet, and no label.
  for (const [, metric = ''] of text.matchAll(/^# TYPE (\w+)/gm)) {
    if (!exposed.has(metric)) exposed.set(metric, new Map())
  }
})

const selectorsOf = (expression: string) => parseQuery(expression).selectors
const isKnown = ({ metric }: Selector) => exposed.has(metric) || OF_PROMETHEUS.includes(metric)

function labelProblems(expression: string): string[] {
  const { selectors, grouped } = parseQuery(expression)
  const known = new Set(selectors.flatMap(({ metric }) => [...(exposed.get(metric)?.keys() ?? [])]))
  const unknown = grouped.filter((label) => !known.has(label) && !ADDED_LABELS.includes(label))
  const ofSelectors = selectors.flatMap(({ metric, labels }) =>
    OF_PROMETHEUS.includes(metric)
      ? []
      : Object.keys(labels).filter((label) => !exposed.get(metric)?.has(label)),
  )
  return [...unknown, ...ofSelectors].map((label) => `${label} in ${expression}`)
}

describe('the alerts', () => {
  test('read only metrics that the server exposes, by labels that they have', () => {
    expect(rules.length).toBeGreaterThan(15)
    for (const { alert, expr } of rules) {
      const { selectors } = parseQuery(expr)
      expect(selectors.length, alert).toBeGreaterThan(0)
      expect(
        selectors.filter((selector) => !isKnown(selector)),
        alert,
      ).toEqual([])
      expect(labelProblems(expr), alert).toEqual([])
    }
  })

  test('include one for every row of the table in docs/operations.md', () => {
    const [, table = ''] = /## Metrics\n([\s\S]*?)\n## /.exec(read('../docs/operations.md')) ?? []
    const rows = [...table.matchAll(/^\| (`foyer_.*?) \|/gm)].map(([, watched = '']) => watched)
    expect(rows.length).toBeGreaterThan(10)
    const alerted = rules.flatMap(({ expr }) => parseQuery(expr).selectors)
    const isAlerted = (watched: string) => {
      const [metric = '', value] = watched.split(/\{\w+="|"\}/)
      return alerted.some(
        (selector) =>
          selector.metric.replace(/_bucket$/, '') === metric &&
          (value === undefined || Object.values(selector.labels).join().includes(value)),
      )
    }
    const namesIn = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const silent = rows.filter((row) =>
      row.includes('{') ? !namesIn(row).every(isAlerted) : !namesIn(row).some(isAlerted),
    )
    expect(silent).toEqual([])
  })

  test('have names and summaries of their own', () => {
    const names = rules.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    expect(rules.filter(({ annotations }) => !annotations?.summary)).toEqual([])
  })
})

describe('the dashboards', () => {
  test('read only metrics that the server exposes, by labels that they have', () => {
    expect(queries.length).toBeGreaterThan(30)
    for (const query of queries) {
      expect(
        parseQuery(query).selectors.filter((selector) => !isKnown(selector)),
        query,
      ).toEqual([])
      expect(labelProblems(query)).toEqual([])
    }
  })

  test('show every metric of ours', () => {
    const shown = new Set(queries.flatMap((query) => parseQuery(query).selectors).map(baseOf))
    // Without a payment provider of its own the emulator runs, which no real place has.
    const ours = [...exposed.keys()].filter((name) => /^foyer_(?!emulator)/.test(name))
    const names = new Set(ours.map((metric) => baseOf({ metric })))
    expect([...names].filter((name) => !shown.has(name))).toEqual([])
  })

  test('have panels with ids and queries with letters of their own', () => {
    for (const { uid, panels } of dashboards) {
      expect(new Set(panels.map(({ id }) => id)).size, uid).toBe(panels.length)
      for (const { title, targets } of panels) {
        expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
      }
    }
  })
})

test('alerts and dashboards name states, jobs, calls and results that exist', () => {
  for (const { metric, labels } of [...rules.map(({ expr }) => expr), ...queries].flatMap(
    selectorsOf,
  )) {
    for (const label of ['state', 'job', 'call', 'result']) {
      const values = exposed.get(metric)?.get(label)
      const named = values ? (labels[label]?.split('|') ?? []) : []
      // The demo's job is in no test, and hourly ones have not run yet.
      const rare = ['top-up-demo', 'tidy-staff', 'roll-up-status', 'count-passes']
      const missing = named.filter((value) => !values?.has(value) && !rare.includes(value))
      expect(missing, `${metric} by ${label}`).toEqual([])
    }
  }
})

describe('the check', () => {
  test('finds a metric, a label and a query that are wrong', () => {
    expect(parseQuery('sum(foyer_no_such_metric)').selectors.filter(isKnown)).toEqual([])
    expect(labelProblems('sum by (colour) (foyer_payments)')).toHaveLength(1)
    expect(labelProblems('foyer_payments{colour="red"}')).toHaveLength(1)
    expect(() => parseQuery('sum by (foyer_payments')).toThrow(/Not PromQL/)
  })
})

const baseOf = ({ metric }: Pick<Selector, 'metric'>) => metric.replace(/_(bucket|sum|count)$/, '')
