import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPrograms } from './programs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-programs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function install(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), '', { mode: 0o755 })
  }
}
const find = () => findPrograms([join(folder, 'bin')], join(folder, 'postgresql'))

test('a missing program is answered with the line that installs it', async () => {
  await expect(find()).rejects.toThrow(
    'apt-get install -y etcd-server patroni python3-etcd haproxy postgresql\n',
  )
  await install('bin/etcd', 'bin/patroni', 'postgresql/14/bin/postgres')
  await expect(find()).rejects.toThrow('apt-get install -y haproxy postgresql\n')
})

test('the newest PostgreSQL that is new enough is taken', async () => {
  await install('bin/etcd', 'bin/patroni', 'bin/haproxy')
  await install('postgresql/9.6/bin/postgres', 'postgresql/15/bin/postgres')
  await install('postgresql/17/bin/postgres', 'postgresql/18/bin/psql')
  expect((await find()).postgres).toBe(join(folder, 'postgresql/17/bin'))
})
