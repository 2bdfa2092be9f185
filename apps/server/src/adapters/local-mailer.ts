import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

  /** Null if the mail was removed since its name was read. */
  const load = async (name: string): Promise<StoredMessage | null> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null)
    // Mails that an older version stored have no files.
    return text === null ? null : { files: [], ...JSON.parse(text) }
  }

  return {
    mailbox: {
      list: async () =>
        (await Promise.all((await names()).map(load))).filter((mail) => mail !== null),
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
      const unfinished = join(folder, `${name}.part`)
      // Mails contain order links, and such a link opens the order for anyone.
      await writeFile(unfinished, JSON.stringify({ ...message, sentAt }), { mode: 0o600 })
      // The mailbox may be read at any moment, and must not find half a mail.
      await rename(unfinished, join(folder, name))
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
