import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { serverForTests } from '@foyer/testkit'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { readStages } from '../container/stages.ts'

/** The container file. No container is built here: deploy/README.md says what was rehearsed. */

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('deploy/container/Containerfile', root), 'utf8')
const stages = readStages(text)
const image = stages.at(-1)

describe('the container file', () => {
  test('is well-formed', () => {
    expect(validate(text)).toEqual([])
  })

  test('makes an image that runs as another account than root, without a shell', () => {
    expect(image?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(image?.entrypoint).toEqual(['node', 'apps/server/src/main.ts'])
    expect(image?.health).toEqual(['node', 'deploy/container/health.mjs'])
    expect(image?.env).toMatchObject({ NODE_ENV: 'production', FOYER_DATA: '/data' })
  })

  test('installs what the lock file says, for the image without development packages', () => {
    const installs = stages.map(({ name, steps }) => [
      name,
      steps.flatMap((step) =>
        step.kind === 'run' && /^npm/.test(step.command) ? [step.command] : [],
      ),
    ])
    expect(Object.fromEntries(installs)).toMatchObject({
      build: ['npm ci --ignore-scripts'],
      program: ['npm ci --ignore-scripts --omit=dev --workspace=@foyer/server'],
      image: [],
    })
  })

  test('copies only what is there, and the manifest of every workspace', () => {
    const copied = stages.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'copy' && step.from === null ? step.sources : [])),
    )
    expect(copied.filter((source) => !existsSync(new URL(source, root)))).toEqual([])
    const { workspaces } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    const manifests = globSync(
      workspaces.map((workspace: string) => `${workspace}/package.json`),
      { cwd: root },
    )
    expect(manifests.length).toBeGreaterThan(10)
    expect(manifests.filter((manifest) => !copied.includes(manifest))).toEqual([])
  })

  test('copies from stages that are built before', () => {
    for (const [index, { steps }] of stages.entries()) {
      const before = stages.slice(0, index).map(({ name }) => name)
      for (const step of steps)
        if (step.kind === 'copy' && step.from) expect(before).toContain(step.from)
    }
  })

  test('with a mistake is found', () => {
    expect(validate('FROM node:24\nRUNN npm ci')).not.toEqual([])
    expect(readStages('FROM node:24\nENTRYPOINT node main.ts').at(-1)).toMatchObject({
      user: null,
      entrypoint: [],
    })
  })
})

describe('the health check of the image', () => {
  const server = serverForTests()
  const check = (port: string) =>
    new Promise<number>((resolve) => {
      const program = new URL('deploy/container/health.mjs', root).pathname
      const env = { ...process.env, PORT: port }
      execFile(process.execPath, [program], { env }, (error) => resolve(error ? 1 : 0))
    })

  test('succeeds at a server that is ready, and fails where none is', async () => {
    expect(await check(new URL(server.url).port)).toBe(0)
    expect(await check('1')).toBe(1)
  })
})
