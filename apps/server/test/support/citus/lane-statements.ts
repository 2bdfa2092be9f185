import pg from 'pg'
import { vi } from 'vitest'
import { AGGREGATES, type LaneNeeds, readState } from '../../../src/engine/lanes/aggregates.ts'
import { FIND_BATCH } from '../../../src/engine/lanes/commit-batch.ts'

interface Statement {
  name: string
  text: string
}

const IDS = ['id']
/** Needs of every kind, so that no statement is left out. */
const ALL_NEEDS: Required<LaneNeeds> = {
  sessionIds: IDS,
  ownCartIds: IDS,
  cartIds: IDS,
  requestKeys: IDS,
  paymentIds: IDS,
  payableCartIds: IDS,
  pricedCartIds: IDS,
  payees: IDS,
  orderIds: IDS,
  couponCodeIds: IDS,
  couponCartIds: IDS,
  couponUseIds: IDS,
  judgedCartIds: IDS,
  accessCodeIds: IDS,
  accessCartIds: IDS,
  customerKeys: IDS,
}

/** Every statement that a lane can send: locks and reads, writes, and the search for a lost commit. */
export async function laneStatements(): Promise<Statement[]> {
  const sent: Statement[] = []
  const client = {
    query({ name, text }: Statement) {
      sent.push({ name, text })
      return Promise.reject(new Error('It only records'))
    },
  }
  await readState(client, 1, [ALL_NEEDS], 10).catch(() => {})
  const writes = Object.values(AGGREGATES).flatMap(({ statements }) =>
    statements.map(({ name, text }) => ({ name, text })),
  )
  return [...sent, ...writes, FIND_BATCH]
}

/** The statements that this process sends to PostgreSQL while `work` runs, each once. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const parse = vi.spyOn(pg.Connection.prototype, 'parse')
  const query = vi.spyOn(pg.Connection.prototype, 'query')
  try {
    await work()
    const prepared = parse.mock.calls.map(([{ name = '', text }]) => ({ name, text }))
    const simple = query.mock.calls.map(([text]) => ({ name: '', text }))
    const byText = new Map([...prepared, ...simple].map((each) => [each.text, each]))
    return [...byText.values()]
  } finally {
    parse.mockRestore()
    query.mockRestore()
  }
}
