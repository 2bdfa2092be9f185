import { globSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'

/** A manifest of Kubernetes, as far as the checks look into it themselves. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: Record<string, unknown>
  data?: Record<string, string>
}

/** The part of a deployment's container that the checks look into. */
interface Container {
  env?: { name: string; value?: string }[]
  envFrom?: { secretRef?: { name: string } }[]
  resources?: { requests?: object; limits?: object }
  securityContext?: object
  startupProbe?: object
  livenessProbe?: { httpGet: { path: string } }
  readinessProbe?: { httpGet: { path: string } }
}

export interface PodTemplate {
  metadata: { labels: Record<string, string> }
  spec: { securityContext: object; containers: Container[] }
}

const folder = new URL('../kubernetes/', import.meta.url)

/** The files of manifests, with what each holds. */
export const files: ReadonlyMap<string, Manifest[]> = new Map(
  globSync('*.yaml', { cwd: folder })
    .sort()
    .map((file) => [file, read(file)]),
)

function read(file: string): Manifest[] {
  const documents = parseAllDocuments(readFileSync(new URL(file, folder), 'utf8'))
  return documents.map((document) => {
    const [problem] = document.errors
    if (problem) throw problem
    return document.toJS()
  })
}

/** Where the schema of an API is; null: there is no package of it. */
const SCHEMAS: Readonly<Record<string, string | null>> = {
  v1: 'kubernetes-models/v1',
  'apps/v1': 'kubernetes-models/apps/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1',
  'postgresql.cnpg.io/v1': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1',
  'barmancloud.cnpg.io/v1': null,
}

/**
 * The module that has the schema of a manifest's API; null if no package has it.
 * @throws Error for an API that is not listed here.
 */
export function schemaOf({ apiVersion }: Pick<Manifest, 'apiVersion'>): string | null {
  const module = SCHEMAS[apiVersion]
  if (module === undefined) throw new Error(`Where is the schema of ${apiVersion}?`)
  return module
}

/** A program that has a type error wherever a manifest has a field that its schema does not know. */
export function typedProgram(manifests: readonly Manifest[]): string {
  const lines = manifests.flatMap((manifest, index) => {
    const module = schemaOf(manifest)
    if (module === null) return []
    return [
      `import type { I${manifest.kind} as Kind${index} } from '${module}'`,
      `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 2)}`,
    ]
  })
  return `${lines.join('\n')}\n`
}
