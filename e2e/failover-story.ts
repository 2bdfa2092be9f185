import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { until } from '@foyer/testkit/until'
import { chromium, type Locator, type Page } from '@playwright/test'
import { isComplete } from '../deploy/cluster/database.ts'
import { layOut } from '../deploy/cluster/layout.ts'
import { Patroni } from '../deploy/cluster/patroni.ts'
import { ProcessList, postmasterOf } from '../deploy/cluster/process-list.ts'
import { chromiumOptions } from './harness/chromium.ts'
import { Album } from './support/album.ts'
import { Buyer, CARDS, someDetails } from './support/buyer.ts'
import { rememberTheme } from './support/theme.ts'

/**
 * `npm run failover-story`: starts `npm run cluster` in an empty folder and buys tickets on a phone,
 * while the primary is killed twice: right before the tickets are reserved, and right before they are
 * paid. Takes the pictures of docs/guides/losing-the-primary.md, and prints how long the buyer waited.
 * Needs the packages of the cluster.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/failover')
const FIRST_PORT = 7600
const WAITS_AT_MOST_MS = 60_000
/** After a kill the buyer has pressed, and sees that it takes longer. */
const PICTURE_AFTER_MS = 3000
const COMPLETE_WITHIN_MS = 60_000

/** The cluster as its own command starts it. */
class Cluster {
  readonly url = `http://localhost:${FIRST_PORT}`
  readonly #folder: string
  readonly #patroni = new Patroni(layOut(FIRST_PORT))
  readonly #command: ChildProcess

  static async start(started: AsyncDisposableStack): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-failover-'))
    await chmod(folder, 0o755)
    started.defer(() => rm(folder, { recursive: true, force: true }))
    const cluster = new Cluster(folder)
    started.defer(() => cluster.#stop())
    await cluster.#untilReady()
    return cluster
  }

  private constructor(folder: string) {
    this.#folder = folder
    const main = join(ROOT, 'deploy/cluster/main.ts')
    this.#command = spawn(
      process.execPath,
      [main, '--port', String(FIRST_PORT), '--data', folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  }

  /** `kill -9` of the primary: its Patroni and its PostgreSQL. Returns its name. */
  async killPrimary(): Promise<string> {
    const name = await this.primary()
    const database = join(this.#folder, 'postgres')
    const patroni = await ProcessList.find(database, `patroni-${name}`)
    const postgres = await postmasterOf(join(database, name))
    if (!patroni || !postgres) throw new Error(`${name} does not run`)
    process.kill(patroni.pid, 'SIGKILL')
    process.kill(postgres, 'SIGKILL')
    return name
  }

  /** The node that is the primary; waits until two replicas follow it. */
  async primary(): Promise<string> {
    const members = await until(
      () => this.#patroni.members(),
      (seen) => isComplete(seen),
      COMPLETE_WITHIN_MS,
    )
    return members.find(({ role }) => role === 'leader')?.name ?? ''
  }

  async #untilReady(): Promise<void> {
    const { stdout } = this.#command
    if (!stdout) throw new Error('the command has an output')
    for await (const line of createInterface(stdout)) {
      if (line.startsWith('The cluster is ready')) {
        // Not read further, its output would fill its buffer.
        stdout.resume()
        return
      }
    }
    throw new CommandError('npm run cluster ended before the cluster was ready.')
  }

  async #stop(): Promise<void> {
    if (this.#command.exitCode !== null) return
    const ended = once(this.#command, 'exit')
    this.#command.kill('SIGINT')
    await ended
  }
}

async function buy(page: Page, cluster: Cluster, album: Album): Promise<void> {
  const buyer = new Buyer(page)
  await buyer.openList()
  const card = page.getByRole('article').filter({ hasText: 'The Glass Garden' })
  await card.getByRole('link', { name: 'Get Tickets' }).click()
  await page.getByRole('link', { name: 'Choose a date' }).filter({ visible: true }).click()
  await buyer.openDays.last().click()
  await buyer.expectStep('Select Tickets')
  await buyer.addTicket('Adult', 2)
  await buyer.goOnFromTickets()
  await buyer.chooseTime()
  await album.take('review')
  const checkout = page.getByRole('heading', { level: 1, name: 'Checkout' })
  await meanwhile('Reserve Cart & Checkout', buyer.reserveButton, checkout)
  await buyer.expectCardForm()
  await album.take('checkout')
  await buyer.fillDetails(someDetails())
  await buyer.fillCard(CARDS.works)
  await meanwhile('Complete Payment', buyer.payButton, page.getByText('API Verified'))
  await album.take('confirmation')
  await page.getByRole('link', { name: 'View Tickets' }).first().click()
  await page
    .getByRole('img', { name: /^QR code/ })
    .first()
    .waitFor()
  await album.take('ticket')

  /** Kills the primary, presses the button, and says how long it took until `next` was there. */
  async function meanwhile(name: string, button: Locator, next: Locator): Promise<void> {
    const killed = await cluster.killPrimary()
    const pressedAt = performance.now()
    await button.click()
    await delay(PICTURE_AFTER_MS)
    await album.take(name.split(' ')[0]?.toLowerCase() ?? name)
    await next.waitFor({ timeout: WAITS_AT_MOST_MS })
    const seconds = (performance.now() - pressedAt) / 1000
    console.log(`${killed} was killed, '${name}' pressed: done after ${seconds.toFixed(1)} s`)
    console.log(`${await cluster.primary()} is the primary now`)
  }
}

await runCommand(async (started) => {
  const cluster = await Cluster.start(started)
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  const context = await browser.newContext({
    baseURL: cluster.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  })
  await rememberTheme(context, 'light')
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await buy(page, cluster, await Album.open(page, FOLDER))
})
