import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer, StoredMessage } from './mailer.ts'

/** Enough mails to look back over a day of testing. */
const MAILBOX_LIMIT = 200

/** Stores mails as files whose names begin with the time, so that names sort as mails were sent. */
export function createLocalMailer(dataDir: string): Mailer {
  const folder = join(dataDir, 'mail')
  const names = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()

  const load = async (name: string): Promise<StoredMessage> => ({
    // Mails that an older version stored have none.
    files: [],
    ...JSON.parse(await readFile(join(folder, name), 'utf8')),
  })

  return {
    mailbox: {
      list: async () => Promise.all((await names()).map(load)),
      async read(id) {
        const name = (await names()).find((candidate) => candidate.endsWith(`-${id}.json`))
        return name ? load(name) : null
      },
    },
    close() {},
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const sentAt = new Date().toISOString()
      const name = `${sentAt.replace(/\D/g, '')}-${message.id}.json`
      // Mails contain order links, and such a link opens the order for anyone.
      await writeFile(join(folder, name), JSON.stringify({ ...message, sentAt }), { mode: 0o600 })
      const old = (await names()).slice(MAILBOX_LIMIT)
      await Promise.all(old.map((stale) => rm(join(folder, stale), { force: true })))
      return { outcome: 'accepted', reply: 'kept in the local mailbox' }
    },
  }
}

/** Removes stored mails from a data folder, also while a server uses it. */
export async function removeLocalMails(
  dataDir: string,
  isWanted: (mail: StoredMessage) => boolean,
): Promise<void> {
  const folder = join(dataDir, 'mail')
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const mail: StoredMessage | null = name.endsWith('.json')
      ? await readFile(file, 'utf8').then(JSON.parse, () => null)
      : null
    if (mail && isWanted(mail)) await rm(file, { force: true })
  }
}
