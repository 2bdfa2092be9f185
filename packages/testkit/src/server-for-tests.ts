import { afterAll, beforeAll } from 'vitest'
import type { InProcessOptions } from './in-process.ts'
import { startTestServer, type TestServer } from './server.ts'

/**
 * A server for the tests of a file or of a `describe`, for servers that need only options. It starts
 * before the first test and is closed after the last.
 * @throws Error if it is used while tests are still being collected.
 */
export function serverForTests(options: InProcessOptions = {}): TestServer {
  let started: TestServer | undefined
  beforeAll(async () => {
    started = await startTestServer(options)
  })
  afterAll(() => started?.close())
  const server = (): TestServer => {
    if (!started) throw new Error('The server starts with the first test')
    return started
  }
  return {
    get foyer() {
      return server().foyer
    },
    get url() {
      return server().url
    },
    get databaseUrl() {
      return server().databaseUrl
    },
    get databaseRole() {
      return server().databaseRole
    },
    get dataDir() {
      return server().dataDir
    },
    get build() {
      return server().build
    },
    sql: (text, values) => server().sql(text, values),
    browser: (headers) => server().browser(headers),
    sibling: () => server().sibling(),
    close: () => server().close(),
  }
}
