import { Collection } from './collection.ts'
import { type Change, type Journal, openJournal, readJournal, rewriteJournal } from './journal.ts'
import type {
  AccountLinkRecord,
  AccountRecord,
  AnswerRecord,
  ApplicationFeeRecord,
  ChargeRecord,
  ConfirmationTokenRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  MethodRecord,
  PayoutRecord,
  RefundRecord,
  TransactionRecord,
} from './records.ts'

/** What each account has by itself, so that no call sees the objects of another account. */
interface Books {
  readonly intents: Collection<IntentRecord>
  readonly methods: Collection<MethodRecord>
  readonly charges: Collection<ChargeRecord>
  readonly refunds: Collection<RefundRecord>
  readonly disputes: Collection<DisputeRecord>
  readonly transactions: Collection<TransactionRecord>
  readonly confirmationTokens: Collection<ConfirmationTokenRecord>
  readonly payouts: Collection<PayoutRecord>
}

/** What the platform has for all its accounts. */
interface Platform {
  readonly events: Collection<EventRecord>
  readonly answers: Collection<AnswerRecord>
  readonly accounts: Collection<AccountRecord>
  readonly accountLinks: Collection<AccountLinkRecord>
  readonly applicationFees: Collection<ApplicationFeeRecord>
}

/**
 * The emulator's state as one account sees it, in memory; with a journal it survives the process.
 */
export interface Store extends Books, Platform {
  /** Whose it is; null: the platform's own. */
  readonly account: string | null
  /** The same state as another account sees it. */
  as(account: string | null): Store
  /** The platform's first. */
  all(): Iterable<Store>
  /** Writes what changed since the last flush as one line. */
  flush(): void
  close(): void
}

/** Opens the state at `path`, or an empty one in memory alone. Returns the platform's own. */
export function openStore(path: string | undefined): Store {
  let changes: Change[] = []
  const collection = <T extends { id: string }>(name: string): Collection<T> =>
    new Collection<T>((id, value) => changes.push([name, id, value]))
  const platform: Platform = {
    events: collection('events'),
    answers: collection('answers'),
    accounts: collection('accounts'),
    accountLinks: collection('accountLinks'),
    applicationFees: collection('applicationFees'),
  }
  const books = new Map<string | null, Books>()
  /** Collections of accounts have the account in front of their name: `acct_1/intents`. */
  const booksOf = (account: string | null): Books => {
    const known = books.get(account)
    if (known) return known
    const of = account === null ? '' : `${account}/`
    const made: Books = {
      intents: collection(`${of}intents`),
      methods: collection(`${of}methods`),
      charges: collection(`${of}charges`),
      refunds: collection(`${of}refunds`),
      disputes: collection(`${of}disputes`),
      transactions: collection(`${of}transactions`),
      confirmationTokens: collection(`${of}confirmationTokens`),
      payouts: collection(`${of}payouts`),
    }
    books.set(account, made)
    return made
  }
  booksOf(null)
  const named = (name: string): Collection<{ id: string }> | undefined => {
    const [last = '', account = null] = name.split('/').reverse()
    const group: object = account === null ? { ...platform, ...booksOf(null) } : booksOf(account)
    return new Map<string, Collection<{ id: string }>>(Object.entries(group)).get(last)
  }
  const everything = () => [
    ...Object.entries(platform),
    ...[...books].flatMap(([account, own]) =>
      Object.entries(own).map(
        ([name, each]) => [account === null ? name : `${account}/${name}`, each] as const,
      ),
    ),
  ]
  const journal = path === undefined ? undefined : restore(path, named, everything)

  const views = new Map<string | null, Store>()
  const as = (account: string | null): Store => {
    const known = views.get(account)
    if (known) return known
    const view: Store = {
      ...platform,
      ...booksOf(account),
      account,
      as,
      all: () => [...books.keys()].map(as),
      flush() {
        journal?.append(changes)
        changes = []
      },
      close() {
        journal?.close()
      },
    }
    views.set(account, view)
    return view
  }
  return as(null)
}

/** Replays the journal into the collections and leaves it compacted and open for appending. */
function restore(
  path: string,
  named: (name: string) => Collection<{ id: string }> | undefined,
  everything: () => readonly (readonly [string, { newestFirst(): { id: string }[] }])[],
): Journal {
  for (const [name, id, value] of readJournal(path).flat()) {
    const collection = named(name)
    if (isRecord(value)) collection?.load(value)
    else collection?.unload(id)
  }
  const live: Change[] = []
  for (const [name, collection] of everything()) {
    for (const value of collection.newestFirst().reverse()) live.push([name, value.id, value])
  }
  rewriteJournal(path, live)
  return openJournal(path)
}

function isRecord(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value
}
