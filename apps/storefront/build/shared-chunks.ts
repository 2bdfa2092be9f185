import { build, type Rolldown } from 'vite'

const ENTRY = 'src/entry-client.tsx'

/** Screens between which a buyer goes, by the modules that the router loads them from. */
const SCREENS = {
  list: 'src/routes/event-list.tsx',
  search: 'src/routes/event-search.tsx',
  flow: 'src/routes/event-flow.tsx',
  checkout: 'src/routes/checkout.tsx',
} as const

/** Groups for the bundler: the wider a module is shared, the earlier its group takes it. */
export interface ChunkGroup {
  name: (moduleId: string) => string | null
  priority: number
}

/** Of everything that all pages need. */
const FIRST_LOAD = Object.keys(SCREENS).length + 1

/** One group for each number of screens that may share a module; what one has alone is its own. */
const RANKS = Array.from({ length: FIRST_LOAD - 1 }, (_, index) => index + 2)

let chunkOf = (_moduleId: string): { name: string; rank: number } | null => null

/**
 * What the first page needs goes into one file, and what the same of the {@link SCREENS} need into
 * one more each: left alone, the bundler makes a file for every set of modules that some chunks
 * share, forty on one page, and compressed apart they are larger. Empty until {@link drawChunks}.
 */
export const chunkGroups: ChunkGroup[] = RANKS.map((rank) => ({
  // A group takes along what its modules import, which is shared by at least as many.
  priority: rank,
  name: (moduleId) => {
    const chunk = chunkOf(moduleId)
    return chunk?.rank === rank ? chunk.name : null
  },
}))

/** Reads from a draft of the build who needs what: only its chunks tell what was shaken off. */
export async function drawChunks(): Promise<void> {
  const chunks = await draftChunks()
  const first = modulesFrom(ENTRY, chunks)
  const screens = Object.entries(SCREENS).map(([name, module]) => ({
    name,
    modules: modulesFrom(module, chunks),
  }))
  chunkOf = (moduleId) => {
    if (first.has(moduleId)) return { name: 'app', rank: FIRST_LOAD }
    const users = screens.filter(({ modules }) => modules.has(moduleId))
    const name = users.map((screen) => screen.name).join('-')
    return users.length > 1 ? { name, rank: users.length } : null
  }
}

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

/** All modules that are loaded with the one whose file ends so, to the last tree-shaken one. */
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
