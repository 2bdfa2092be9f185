import { randomUUID } from 'node:crypto'
import { migrate } from '@foyer/db'
import type { TestProject } from 'vitest/node'
import { administer, openCluster, urlOf } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
    role: string | null
  }
}

/** Once per run: starts a cluster with a migrated database, of which every test file gets a clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster(process.env.DATABASE_URL)
  const template = `foyer_test_template_${randomUUID().slice(0, 8)}`
  await administer(cluster.adminUrl, `create database ${template}`)
  const { role } = await migrate(urlOf(cluster.adminUrl, template))
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('template', template)
  project.provide('role', role)
  return async () => {
    await administer(cluster.adminUrl, `drop database if exists ${template}`)
    await cluster.stop()
  }
}
