import type { Moment } from '../tcp-proxy.ts'
import type { FaultKind } from './provider.ts'
import type { Scene } from './scene.ts'

/** Something that is going to break; `happened` resolves as soon as it has. */
export interface Armed {
  happened: Promise<unknown>
}

/** Sets a trap for the purchase at hand. */
export type Break = (scene: Scene) => Promise<Armed>

/** A call to the provider, part of `METHOD /v1/path`. */
type Call = (scene: Scene) => string

type CommitMoment = Exclude<Moment, 'asked'>

/** SIGKILL of the server as it asks for such a statement, of which PostgreSQL never hears. */
export const killAt =
  (of: RegExp): Break =>
  async ({ rig }) => ({ happened: killWhen(rig, 'asked', of) })

/** SIGKILL of the server at a moment of a commit: `before`, `sent`, or `committed` and not told. */
export const killAtCommit =
  (moment: CommitMoment, of: RegExp): Break =>
  async ({ rig }) => ({ happened: killWhen(rig, moment, of) })

// In this order: the process is dead before it could hear that its connection is.
const killWhen = ({ proxy, server }: Scene['rig'], moment: Moment, of: RegExp) =>
  proxy.atStatement(moment, of, (link) => {
    server.end()
    link.cut()
  })

/** The server lives on, its connection is cut. */
export const cutAtCommit =
  (moment: CommitMoment, of: RegExp): Break =>
  async ({ rig }) => ({ happened: rig.proxy.atStatement(moment, of, (link) => link.cut()) })

export const cutAt =
  (of: RegExp): Break =>
  async ({ rig }) => ({ happened: rig.proxy.atStatement('asked', of, (link) => link.cut()) })

/** Immediate stop of PostgreSQL, which then recovers. */
export const stopDatabaseAtCommit =
  (moment: 'before' | 'sent', of: RegExp): Break =>
  async ({ rig: { proxy, postgres } }) => {
    const { promise: isBack, resolve, reject } = Promise.withResolvers<void>()
    proxy.atStatement(moment, of, (link) => {
      link.silence()
      postgres
        .stopAtOnce()
        .then(() => {
          link.cut()
          return postgres.startAgain()
        })
        .then(resolve, reject)
    })
    return { happened: isBack }
  }

/** SIGKILL of the server while it waits for the provider, which has not, or has, done it. */
export const killDuringCall =
  (when: 'not done' | 'done', call: Call): Break =>
  async (scene) => {
    const { provider, server } = scene.rig
    const kind = when === 'done' ? 'timeoutAfter' : 'timeout'
    const before = await provider.struck(kind)
    await provider.fault(call(scene), kind)
    return { happened: provider.untilStruck(kind, before).then(() => server.end()) }
  }

/** The SDK tries by itself so often. */
const TRIES = 3

/** The provider's answer fails for as long as the server asks. */
export const failCall =
  (kind: FaultKind, call: Call, times = TRIES): Break =>
  async (scene) => {
    const { provider } = scene.rig
    const before = await provider.struck(kind)
    // A lost connection that was kept alive may cost a further try, which nobody counts.
    await provider.fault(call(scene), kind, 2 * times)
    return { happened: provider.untilStruck(kind, before + times - 1) }
  }

/** One thing after the other: the second trap is set as the first has sprung, and let it pass. */
export const killOnceAfter =
  (first: RegExp, of: RegExp): Break =>
  async ({ rig }) => {
    const { promise: happened, resolve, reject } = Promise.withResolvers<void>()
    rig.proxy.watchStatement('asked', first, () => {
      killWhen(rig, 'asked', of).then(resolve, reject)
    })
    return { happened }
  }

/** Nothing is broken but what the act itself breaks. */
export const nothing: Break = async () => ({ happened: Promise.resolve() })
