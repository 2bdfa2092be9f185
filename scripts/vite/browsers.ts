import { readFileSync } from 'node:fs'

const { browserslist } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { browserslist: string[] }

/** The oldest browsers that pages are built for (package.json), as Vite names them: 'safari16.4'. */
export const oldestBrowsers = browserslist.map((each) =>
  each.replace('ios_saf', 'ios').replace(' >= ', ''),
)
