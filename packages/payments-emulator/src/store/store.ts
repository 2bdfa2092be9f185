import { Collection } from './collection.ts'
import { type Change, type Journal, openJournal, readJournal, rewriteJournal } from './journal.ts'
import type {
  AnswerRecord,
  ChargeRecord,
  ConfirmationTokenRecord,
  DisputeRecord,
  EventRecord,
  IntentRecord,
  MethodRecord,
  RefundRecord,
  TransactionRecord,
} from './records.ts'

/** The emulator's whole state, in memory; with a journal it survives the process. */
export interface Store {
  readonly intents: Collection<IntentRecord>
  readonly methods: Collection<MethodRecord>
  readonly charges: Collection<ChargeRecord>
  readonly refunds: Collection<RefundRecord>
  readonly disputes: Collection<DisputeRecord>
  readonly transactions: Collection<TransactionRecord>
  readonly confirmationTokens: Collection<ConfirmationTokenRecord>
  readonly events: Collection<EventRecord>
  readonly answers: Collection<AnswerRecord>
  /** Writes what changed since the last flush as one line. */
  flush(): void
  close(): void
}

/** Opens the state at `path`, or an empty one in memory alone. */
export function openStore(path: string | undefined): Store {
  let changes: Change[] = []
  const record =
    (name: string) =>
    (id: string, value: unknown): void => {
      changes.push([name, id, value])
    }
  const collections = {
    intents: new Collection<IntentRecord>(record('intents')),
    methods: new Collection<MethodRecord>(record('methods')),
    charges: new Collection<ChargeRecord>(record('charges')),
    refunds: new Collection<RefundRecord>(record('refunds')),
    disputes: new Collection<DisputeRecord>(record('disputes')),
    transactions: new Collection<TransactionRecord>(record('transactions')),
    confirmationTokens: new Collection<ConfirmationTokenRecord>(record('confirmationTokens')),
    events: new Collection<EventRecord>(record('events')),
    answers: new Collection<AnswerRecord>(record('answers')),
  }
  const journal = path === undefined ? undefined : restore(path, collections)
  return {
    ...collections,
    flush() {
      journal?.append(changes)
      changes = []
    },
    close() {
      journal?.close()
    },
  }
}

/** Replays the journal into the collections and leaves it compacted and open for appending. */
function restore(path: string, collections: object): Journal {
  const byName = new Map<string, Collection<{ id: string }>>(Object.entries(collections))
  for (const [name, id, value] of readJournal(path).flat()) {
    const collection = byName.get(name)
    if (isRecord(value)) collection?.load(value)
    else collection?.unload(id)
  }
  const live: Change[] = []
  for (const [name, collection] of byName) {
    for (const value of collection.newestFirst().reverse()) live.push([name, value.id, value])
  }
  rewriteJournal(path, live)
  return openJournal(path)
}

function isRecord(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value
}
