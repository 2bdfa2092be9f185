import { moveTenant } from '@foyer/server/move'

/** The command, which is killed at a moment of the move: `[slug, cell, moment, [[cell, url]…]]` as JSON. */
const [slug, to, moment, cells] = JSON.parse(process.argv[2] ?? '')

await moveTenant(
  { slug, to },
  {
    cells: new Map(cells),
    report: (now) => {
      if (now === moment) process.kill(process.pid, 'SIGKILL')
    },
  },
)
