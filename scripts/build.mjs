// Builds the pages, the back office and the mail templates if they are stale. `npm start` does it by itself.
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'

await runMain(async () => ensureBuilt(await ensureInstalled()))
