import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { CONNECTIONS_PER_PROCESS } from '@foyer/db'
import { readEnv } from '@foyer/server/env'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files, type Manifest, type PodTemplate, schemaOf, typedProgram } from './manifests.ts'

/** The manifests of Kubernetes, against the schemas of its APIs. No cluster runs them here. */

const manifests = [...files]
  .filter(([file]) => file !== 'kustomization.yaml')
  .flatMap(([, documents]) => documents)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const named = (kind: string, name: string): Manifest => {
  const found = ofKind(kind).find(({ metadata }) => metadata.name === name)
  if (!found) throw new Error(`No ${kind} ${name}`)
  return found
}
const templateOf = ({ spec }: Manifest) => spec.template as PodTemplate
const containerOf = (deployment: Manifest) => {
  const [container] = templateOf(deployment).spec.containers
  if (!container) throw new Error('A deployment has a container')
  return container
}

const cache = new URL('../.cache/manifests/', import.meta.url)
beforeAll(() => {
  mkdirSync(cache, { recursive: true })
  const config = { extends: '../../../tsconfig.base.json', compilerOptions: { types: [] } }
  writeFileSync(new URL('tsconfig.json', cache), JSON.stringify({ ...config, include: ['*.ts'] }))
})
afterAll(() => rmSync(cache, { recursive: true, force: true }))

/** What the compiler says of manifests that are checked against the types of their APIs. */
function typeErrors(checked: readonly Manifest[]): Promise<string> {
  writeFileSync(new URL('manifests.ts', cache), typedProgram(checked))
  const compiler = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname
  return new Promise((resolve) => {
    execFile(compiler, ['-p', cache.pathname], (_error, output) => resolve(output))
  })
}

describe('the manifests', () => {
  test('have the shape that the schemas of their APIs demand', async () => {
    expect(manifests.length).toBeGreaterThan(15)
    for (const manifest of manifests) {
      const module = schemaOf(manifest)
      if (module === null) continue
      const { [manifest.kind]: Model } = await import(module)
      expect(
        () => new Model(manifest).validate(),
        `${manifest.kind} ${manifest.metadata.name}`,
      ).not.toThrow()
    }
  })

  test('have no field that their API does not know', async () => {
    expect(await typeErrors(manifests)).toBe('')
  })

  test('with a misspelt field or a wrong value are found', async () => {
    const web = named('Deployment', 'foyer-web')
    const misspelt = { ...web, spec: { ...web.spec, minReadySecond: 5 } }
    expect(await typeErrors([misspelt])).toContain('minReadySecond')
    const { Deployment } = await import('kubernetes-models/apps/v1')
    const wrong = JSON.parse(
      JSON.stringify(web).replace('"periodSeconds":5', '"periodSeconds":"5"'),
    )
    expect(() => new Deployment(wrong).validate()).toThrow(/periodSeconds/)
  })

  test('are all listed in the kustomization', () => {
    const [kustomization] = files.get('kustomization.yaml') ?? []
    const listed = Object.entries(kustomization ?? {}).find(([name]) => name === 'resources')?.[1]
    expect([...(listed as unknown as string[]), 'kustomization.yaml'].sort()).toEqual([
      ...files.keys(),
    ])
  })

  test('have no secret in them', () => {
    expect(ofKind('Secret')).toEqual([])
    for (const deployment of ofKind('Deployment')) {
      const { env = [], envFrom = [] } = containerOf(deployment)
      expect(env.filter(({ value }) => value !== undefined).map(({ name }) => name)).toEqual([
        'ROLE',
      ])
      expect(envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual(['foyer'])
    }
  })
})

describe('the processes', () => {
  test.each(['foyer-web', 'foyer-jobs'])(
    '%s: not root, on a read-only file system, with probes and bounds',
    (name) => {
      const deployment = named('Deployment', name)
      const container = containerOf(deployment)
      expect(templateOf(deployment).spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.readinessProbe?.httpGet.path).toBe('/readyz')
      expect(container.livenessProbe?.httpGet.path).toBe('/healthz')
      expect(container.startupProbe).toBeDefined()
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: {},
      })
    },
  )

  test('are selected by their deployments, budgets and service', () => {
    for (const role of ['web', 'jobs']) {
      const { labels } = templateOf(named('Deployment', `foyer-${role}`)).metadata
      const selected = { matchLabels: { 'app.kubernetes.io/component': role } }
      expect(labels).toMatchObject(selected.matchLabels)
      expect(named('Deployment', `foyer-${role}`).spec.selector).toEqual(selected)
      expect(named('PodDisruptionBudget', `foyer-${role}`).spec.selector).toEqual(selected)
    }
    expect(named('Service', 'foyer-web').spec.selector).toEqual({
      'app.kubernetes.io/component': 'web',
    })
  })

  test('start with the settings that are given to them', async () => {
    const { data = {} } = named('ConfigMap', 'foyer')
    const env = await readEnv(
      {
        ...data,
        NODE_ENV: 'production',
        ROLE: 'web',
        DATABASE_URL: 'postgres://foyer:secret@foyer-db-rw.foyer:5432/foyer',
        APP_SECRET: 'a secret of thirty-two characters or more',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_12345',
        SMTP_URL: 'smtp://mail.example.com',
        METRICS_TOKEN: 'sixteen characters or more',
      },
      '/nowhere',
    )
    expect(env).toMatchObject({ trustedProxies: 1, role: 'web' })
  })

  test('have enough connections to the database, also while they are replaced', () => {
    const { maxReplicas } = named('HorizontalPodAutoscaler', 'foyer-web').spec
    const { replicas } = named('Deployment', 'foyer-jobs').spec
    const { parameters } = named('Cluster', 'foyer-db').spec.postgresql as {
      parameters: Record<string, string>
    }
    const processes = Number(maxReplicas) + 1 + Number(replicas) + 1
    expect(Number(parameters.max_connections)).toBeGreaterThanOrEqual(
      processes * CONNECTIONS_PER_PROCESS,
    )
  })
})

test('the database acknowledges a commit that is on two instances, and stops writing without a second one', () => {
  const { instances, postgresql } = named('Cluster', 'foyer-db').spec
  expect(instances).toBe(3)
  expect(postgresql).toMatchObject({
    synchronous: { method: 'any', number: 1, dataDurability: 'required' },
    parameters: { synchronous_commit: 'on' },
  })
})

test('nothing may talk to anything unless a policy allows it', () => {
  expect(named('NetworkPolicy', 'deny-all').spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  })
})
