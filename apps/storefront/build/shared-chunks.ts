import { build, type Rolldown } from 'vite'

const ENTRY = 'src/entry-client.tsx'

const FLOW = 'src/features/event-flow'
/** The modules that every step of the event flow needs. */
const FLOW_FRAME = ['src/routes/event-flow.tsx', `${FLOW}/engine/enter-step.ts`]

/**
 * The screens between which a buyer moves, by the modules that the router loads. The steps of the
 * event flow count as one screen, because a buyer sees nearly all of them, and so do those of an order.
 */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  list: ['src/routes/event-list.tsx'],
  search: ['src/routes/event-search.tsx'],
  checkout: ['src/routes/checkout.tsx'],
  flow: ['date', 'tickets', 'upsell', 'time', 'add-ons', 'review'].map(
    (step) => `${FLOW}/${step}/${step}-step.tsx`,
  ),
  orders: [
    'src/routes/order-confirmation.tsx',
    'src/routes/order-tickets.tsx',
    'src/routes/order.tsx',
  ],
  manage: ['src/routes/manage-orders.tsx'],
  // Parts that pages of a purchase fetch once they are shown: not with the files of the orders.
  later: [
    'src/shared/event/policy-sentences.tsx',
    `${FLOW}/event-page/event-sections.tsx`,
    'src/features/checkout/unfinished/unfinished-purchase.tsx',
  ],
}
const EVENTS = ['list', 'search']
/** An order comes after a purchase, so its screens do not count when all but one need a module. */
const BEFORE_ORDERS = [...EVENTS, 'checkout', 'flow']

/** Groups for the bundler. A module that more screens share is taken by an earlier group. */
export interface ChunkGroup {
  name: (moduleId: string) => string | null
  priority: number
}

/**
 * A module that all screens but one need is put with those that all screens need, because a further
 * file costs more than its bytes.
 */
const FIRST_LOAD = BEFORE_ORDERS.length - 1

const FIRST_RANK = 12

/** Characters before they are minified and compressed. */
const TINY = 1200

const RANKS = Array.from({ length: FIRST_RANK }, (_, index) => index + 1)

let chunkOf = (_moduleId: string): { name: string; rank: number } | null => null

/**
 * Puts the modules of the first page into one file, and those that {@link SCREENS} share into a few;
 * of the modules of one screen, those that two or more of its parts need. Without this, the bundler
 * makes a file for every set of modules that some chunks share: forty on one page, and larger in sum,
 * since they are compressed apart. A file for each set of screens was tried: more files, and a larger
 * sum on every page. Empty until {@link drawChunks}.
 */
export const chunkGroups: ChunkGroup[] = RANKS.map((rank) => ({
  // A group also takes what its modules import, which at least as many screens share.
  priority: rank,
  name: (moduleId) => {
    const chunk = chunkOf(moduleId)
    return chunk?.rank === rank ? chunk.name : null
  },
}))

/**
 * Reads from a draft build which screen needs which module: only its chunks show what tree-shaking
 * removed.
 */
export async function drawChunks(): Promise<void> {
  const chunks = await draftChunks()
  const first = modulesFrom(ENTRY, chunks)
  const screens = Object.keys(SCREENS).map((name) => ({ name, uses: usesOf(name, chunks) }))
  const tiny = new Set([...chunks.values()].filter(isTiny).flatMap(({ moduleIds }) => moduleIds))
  const doors = new Set([...chunks.values()].map(({ facadeModuleId }) => facadeModuleId))
  chunkOf = (moduleId) => {
    const users = screens.filter(({ uses }) => uses.has(moduleId))
    const names = users.map(({ name }) => name)
    const isOfAll = BEFORE_ORDERS.filter((name) => names.includes(name)).length >= FIRST_LOAD
    if (first.has(moduleId) || isOfAll) return { name: 'app', rank: FIRST_RANK }
    // An icon of the first page or a call of the API would be one more file of hardly 100 bytes.
    const isOfFirstPage = names.includes('list') || moduleId.includes('?calls=')
    if (isOfFirstPage && tiny.has(moduleId)) return { name: 'app', rank: FIRST_RANK }
    // A screen's own module keeps its own file, by which the server names what to preload.
    if (doors.has(moduleId)) return null
    if (users.length > 1) return sharedBy(names)
    // Modules of one part of one screen are one file already.
    const [user] = users
    return user && (user.uses.get(moduleId) ?? 0) > 1 ? { name: user.name, rank: 1 } : null
  }
}

/** The chunk of a module that two or more screens share. */
function sharedBy(names: readonly string[]) {
  // A list would load far more than it needs with the screens of a purchase.
  if (names.some((name) => EVENTS.includes(name))) {
    return { name: names.join('-'), rank: names.length + 4 }
  }
  if (names.includes('flow')) return { name: 'purchase', rank: 5 }
  // The checkout needs its record of a hold at once, and the sentences of a policy only later.
  if (names.includes('later')) {
    return { name: names.includes('checkout') ? 'checkout-later' : 'later', rank: 4 }
  }
  return names.includes('checkout')
    ? { name: 'checkout-orders', rank: 3 }
    : { name: 'orders-manage', rank: 2 }
}

/** Whether a shared chunk of the draft is smaller than the cost of a file. */
const isTiny = ({ facadeModuleId, modules }: Rolldown.OutputChunk): boolean =>
  !facadeModuleId &&
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0) < TINY

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

async function draftChunks(): Promise<Chunks> {
  const draft = await build({ logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(draft) ? draft : [draft]
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const output of outputs) {
    if (!('output' in output)) continue
    for (const file of output.output) if (file.type === 'chunk') chunks.set(file.fileName, file)
  }
  return chunks
}

/** The modules of a screen, with the number of its parts that need them. */
function usesOf(screen: string, chunks: Chunks): ReadonlyMap<string, number> {
  const parts = SCREENS[screen] ?? []
  const uses = new Map<string, number>()
  const add = (module: string, parts: number) => {
    for (const id of modulesFrom(module, chunks)) uses.set(id, (uses.get(id) ?? 0) + parts)
  }
  for (const part of parts) add(part, 1)
  if (screen === 'flow') for (const module of FLOW_FRAME) add(module, parts.length)
  return uses
}

/** All modules that are loaded with the module whose file name ends like this. */
function modulesFrom(module: string, chunks: Chunks): ReadonlySet<string> {
  const modules = new Set<string>()
  const visited = new Set<string>()
  const visit = (fileName: string) => {
    const chunk = chunks.get(fileName)
    if (!chunk || visited.has(fileName)) return
    visited.add(fileName)
    for (const id of chunk.moduleIds) modules.add(id)
    // A screen that is imported was loaded before: the draft puts into it what its own later parts need.
    for (const imported of chunk.imports) {
      if (!chunks.get(imported)?.facadeModuleId) visit(imported)
    }
  }
  for (const { facadeModuleId, fileName } of chunks.values()) {
    if (facadeModuleId?.endsWith(module)) visit(fileName)
  }
  if (modules.size === 0) throw new Error(`The draft of the build has no ${module}`)
  return modules
}
