import { build, type Rolldown } from 'vite'

const ENTRY = 'src/entry-client.tsx'

/** The screens between which a buyer moves, by the modules that the router loads. */
const SCREENS = {
  list: 'src/routes/event-list.tsx',
  search: 'src/routes/event-search.tsx',
  checkout: 'src/routes/checkout.tsx',
} as const

/** The event flow counts as one more screen: the modules that every step needs … */
const FLOW_FRAME = ['src/routes/event-flow.tsx', 'event-flow/engine/enter-step.ts']
/** … and its steps, of which a buyer sees nearly all. */
const FLOW_STEPS = [
  'event-flow/date/date-step.tsx',
  'event-flow/tickets/tickets-step.tsx',
  'event-flow/upsell/upsell-step.tsx',
  'event-flow/time/time-step.tsx',
  'event-flow/add-ons/add-ons-step.tsx',
  'event-flow/review/review-step.tsx',
]
const FLOW = 'flow'

/** Groups for the bundler. A module that more screens share is taken by an earlier group. */
export interface ChunkGroup {
  name: (moduleId: string) => string | null
  priority: number
}

/**
 * A module that all screens but one need is put with those that all screens need, because a further
 * file costs more than its bytes.
 */
const FIRST_LOAD = Object.keys(SCREENS).length

/** Characters before they are minified and compressed. */
const TINY = 1200

const RANKS = Array.from({ length: FIRST_LOAD }, (_, index) => index + 1)

let chunkOf = (_moduleId: string): { name: string; rank: number } | null => null

/**
 * Puts the modules of the first page into one file, those that the same {@link SCREENS} share into
 * one file each, and those that two or more steps of the event flow need into one. Without this,
 * the bundler makes a file for every set of modules that some chunks share: forty on one page, and
 * larger in sum, since they are compressed apart. Empty until {@link drawChunks}.
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
  const screens = [
    ...Object.entries(SCREENS).map(([name, module]) => ({
      name,
      modules: modulesFrom(module, chunks),
    })),
    { name: FLOW, modules: flowModules(chunks) },
  ]
  const tiny = new Set([...chunks.values()].filter(isTiny).flatMap(({ moduleIds }) => moduleIds))
  const doors = new Set([...chunks.values()].map(({ facadeModuleId }) => facadeModuleId))
  chunkOf = (moduleId) => {
    const users = screens.filter(({ modules }) => modules.has(moduleId)).map(({ name }) => name)
    if (first.has(moduleId) || users.length >= FIRST_LOAD) return { name: 'app', rank: FIRST_LOAD }
    // An icon of the first page or a call of the API would be one more file of hardly 100 bytes.
    const isOfFirstPage = users.includes('list') || moduleId.includes('?calls=')
    if (isOfFirstPage && tiny.has(moduleId)) return { name: 'app', rank: FIRST_LOAD }
    // A screen's own module keeps its own file, by which the server names what to preload.
    if (doors.has(moduleId)) return null
    // Modules of one screen alone are one file already; the event flow has a file per step.
    const isShared = users.length > 1 || users[0] === FLOW
    return isShared ? { name: users.join('-'), rank: users.length } : null
  }
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

/** The modules of every step, and those that at least two steps need. */
function flowModules(chunks: Chunks): ReadonlySet<string> {
  const modules = new Set(FLOW_FRAME.flatMap((module) => [...modulesFrom(module, chunks)]))
  const seen = new Set<string>()
  for (const step of FLOW_STEPS) {
    for (const id of modulesFrom(step, chunks)) (seen.has(id) ? modules : seen).add(id)
  }
  return modules
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
    chunk.imports.forEach(visit)
  }
  for (const { facadeModuleId, fileName } of chunks.values()) {
    if (facadeModuleId?.endsWith(module)) visit(fileName)
  }
  if (modules.size === 0) throw new Error(`The draft of the build has no ${module}`)
  return modules
}
