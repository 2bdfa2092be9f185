/**
 * Screenshots of the workbench in both themes at three widths, and an axe run over each.
 * Start `npm run workbench -w @foyer/ui` first; pictures land in the folder given as argument.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'

const folder = process.argv[2] ?? 'shots'
const pages = process.argv[3]?.split(',') ?? [
  'type',
  'controls',
  'feedback',
  'ticket-card',
  'screen',
]
const widths = process.argv[4]?.split(',').map(Number) ?? [360, 768, 1440]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const theme of ['dark', 'light']) {
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const tab = await context.newPage()
    tab.on('console', (line) => line.type() === 'error' && console.error(line.text()))
    for (const page of pages) {
      await tab.goto(`http://localhost:4400/?page=${page}&theme=${theme}`)
      await tab.waitForSelector('h1, h2')
      await tab.evaluate(() => document.fonts.ready)
      await tab.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .map((a) => a.effect?.getTiming().iterations === Infinity || a.finished),
        ),
      )
      await tab.screenshot({ path: `${folder}/${page}-${theme}-${width}.png`, fullPage: true })
      const { violations } = await new AxeBuilder({ page: tab })
        .disableRules(['page-has-heading-one', 'region'])
        .analyze()
      for (const { id, nodes } of violations) {
        console.log(
          `${page} ${theme} ${width}: ${id}`,
          nodes.map((node) => node.html.slice(0, 160)),
        )
      }
    }
    await context.close()
  }
}
await browser.close()
