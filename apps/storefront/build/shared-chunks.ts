import { build, type Rolldown } from 'vite'

const ROOT = 'src/entry-client.tsx'

/**
 * The modules that the first page needs, to the last tree-shaken one: taken from a draft of the
 * build, since only its chunks tell. In the build itself they go into one file; left alone, the
 * bundler gives every set of modules that some screens share a file of its own, eighteen in all.
 */
export async function firstLoadModules(): Promise<ReadonlySet<string>> {
  const draft = await build({ logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(draft) ? draft : [draft]
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const output of outputs) {
    if (!('output' in output)) continue
    for (const file of output.output) if (file.type === 'chunk') chunks.set(file.fileName, file)
  }
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
    if (facadeModuleId?.endsWith(ROOT)) visit(fileName)
  }
  return modules
}
