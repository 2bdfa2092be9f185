// `npm start`: installs and builds what is missing, then runs the server. Needs only Node 20 and npm.
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runServer } from './lib/server.mjs'

await runMain(async () => {
  const node = await ensureInstalled()
  await ensureBuilt(node)
  process.exit(await runServer(node, 'apps/server/src/main.ts'))
})
