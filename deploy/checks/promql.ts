import { parser } from '@prometheus-io/lezer-promql'

/** A metric that an expression reads, with the labels that it names and the values it asks for. */
export interface Selector {
  metric: string
  labels: Record<string, string>
}

interface ParsedQuery {
  selectors: Selector[]
  /** Labels by which the expression adds up. */
  grouped: string[]
}

/**
 * Parses an expression with Prometheus' own grammar.
 * @throws Error if it is not well-formed.
 */
export function parseQuery(expression: string): ParsedQuery {
  // A variable of Grafana, which it replaces by a duration.
  const text = expression.replaceAll('$__rate_interval', '5m')
  const selectors: Selector[] = []
  const grouped: string[] = []
  const cursor = parser.parse(text).cursor()
  do {
    const part = text.slice(cursor.from, cursor.to)
    if (cursor.type.isError) throw new Error(`Not PromQL at ${cursor.from}: ${text}`)
    if (cursor.name === 'VectorSelector') {
      selectors.push({ metric: /^\w+/.exec(part)?.[0] ?? '', labels: labelsIn(part) })
    }
    if (cursor.name === 'GroupingLabels') grouped.push(...(part.match(/\w+/g) ?? []))
  } while (cursor.next())
  return { selectors, grouped }
}

const labelsIn = (selector: string): Record<string, string> =>
  Object.fromEntries(
    [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
