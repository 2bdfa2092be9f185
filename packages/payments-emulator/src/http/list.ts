import { COMMON } from '../methods/params.ts'
import { invalidRequest } from '../wire/errors.ts'
import { integer, object, type Param, text, type Values } from '../wire/params.ts'

const RANGE = { gt: integer(0), gte: integer(0), lt: integer(0), lte: integer(0) }

interface Range {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/** `created=1700000000` or `created[gte]=…`. */
const created: Param<Range | undefined> = (node, name) => {
  if (typeof node !== 'string') return object(RANGE)(node, name)
  const exact = integer(0)(node, name)
  return { gte: exact, lte: exact }
}

const limit: Param<number> = (node, name) => {
  const value = integer(1)(node, name) ?? 10
  if (value <= 100) return value
  throw invalidRequest('This value must be less than or equal to 100.', {
    code: 'parameter_invalid_integer',
    param: name,
  })
}

/** The parameters of every list. */
export const LIST = {
  ...COMMON,
  created,
  ending_before: text(),
  limit,
  starting_after: text(),
}

/**
 * One page of a list, newest first.
 *
 * @param records all that match the call's own filters, newest first.
 * @throws ApiError 400 for a cursor that is not among them.
 */
export function listPage<T extends { id: string; created: number }>(
  url: string,
  records: T[],
  params: Values<typeof LIST>,
  present: (record: T) => object,
) {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = params.created ?? {}
  const matching = records.filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte)
  const position = (cursor: string, name: string) => {
    const index = matching.findIndex(({ id }) => id === cursor)
    if (index >= 0) return index
    throw invalidRequest(`No such object: '${cursor}'`, { code: 'resource_missing', param: name })
  }
  if (params.ending_before) {
    const end = position(params.ending_before, 'ending_before')
    const start = Math.max(0, end - params.limit)
    return {
      object: 'list',
      data: matching.slice(start, end).map(present),
      has_more: start > 0,
      url,
    }
  }
  const start = params.starting_after ? position(params.starting_after, 'starting_after') + 1 : 0
  const end = start + params.limit
  const data = matching.slice(start, end).map(present)
  return { object: 'list', data, has_more: end < matching.length, url }
}
