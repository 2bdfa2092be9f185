import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'foyer server-'))
const entry = join(folder, 'server.mjs')
// Like the real server, it takes a moment to close, and a second signal makes it end at once.
writeFileSync(
  entry,
  `let signals = 0
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.on(name, () => {
      console.log(name)
      if (++signals > 1) process.exit(1)
      setTimeout(() => process.exit(0), 200)
    })
  }
  setInterval(() => {}, 1000)
  console.log('pid', process.pid)`,
)

afterAll(() => rmSync(folder, { recursive: true }))

it('passes one signal on to the server, however often Ctrl-C arrives', async () => {
  const { launcher, lines } = await launch()
  launcher.kill('SIGINT')
  launcher.kill('SIGINT')
  const [code] = await once(launcher, 'exit')
  expect(code).toBe(0)
  expect(lines.slice(1)).toEqual(['SIGINT'])
})

it('returns the server’s exit code', async () => {
  const { launcher, serverPid } = await launch()
  process.kill(serverPid, 'SIGKILL')
  expect(await once(launcher, 'exit')).toEqual([137, null])
})

it('lets the server shut down when it is killed itself', async () => {
  const { launcher, lines } = await launch()
  launcher.kill('SIGKILL')
  // The pipe that the server writes to closes when the server has ended.
  await once(launcher.stdout, 'close')
  expect(lines.slice(1)).toEqual(['SIGTERM'])
})

async function launch() {
  const script = `
    import { runServer } from ${JSON.stringify(new URL('server.mjs', import.meta.url))}
    process.exit(await runServer(process.execPath, ${JSON.stringify(entry)}))`
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  const reader = createInterface({ input: launcher.stdout })
  reader.on('line', (line) => lines.push(line))
  await once(reader, 'line')
  return { launcher, lines, serverPid: Number(lines[0].split(' ')[1]) }
}
