import { ensureBuilt } from './build.mjs'

/** A set-up of vitest: the worker thread of the tests loads the built mails, as the program does. */
export default () => ensureBuilt(process.execPath, ['packages/mails'])
