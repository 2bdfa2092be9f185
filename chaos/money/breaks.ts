import type { Moment } from '../tcp-proxy.ts'
import type { FaultKind } from './provider.ts'
import type { Scene } from './scene.ts'

/** A fault that is set but has not hit a call yet; `happened` resolves when it has. */
interface Armed {
  happened: Promise<unknown>
}

/** Sets a fault for the current purchase. */
export type Break = (scene: Scene) => Promise<Armed>

/** Part of `METHOD /v1/path`, by which a call to the provider is recognized. */
type Call = (scene: Scene) => string

type CommitMoment = Exclude<Moment, 'asked'>

/** SIGKILL of the server as it sends a matching statement, which never reaches PostgreSQL. */
export const killAt =
  (of: RegExp): Break =>
  async ({ rig }) => ({ happened: killWhen(rig, 'asked', of) })

/** SIGKILL of the server at a moment of a commit; at `committed` the answer has not arrived. */
export const killAtCommit =
  (moment: CommitMoment, of: RegExp): Break =>
  async ({ rig }) => ({ happened: killWhen(rig, moment, of) })

// In this order, so that the process is dead before it could notice the cut connection.
const killWhen = ({ proxy, server }: Scene['rig'], moment: Moment, of: RegExp) =>
  proxy.atStatement(moment, of, (link) => {
    server.end()
    link.cut()
  })

/** Cuts the connection; the server goes on running. */
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

/** SIGKILL of the server while it waits for the provider, before or after the provider did the work. */
export const killDuringCall =
  (when: 'not done' | 'done', call: Call): Break =>
  async (scene) => {
    const { provider, server } = scene.rig
    const kind = when === 'done' ? 'timeoutAfter' : 'timeout'
    const before = await provider.faultCount(kind)
    await provider.fault(call(scene), kind)
    return { happened: provider.untilFaultHit(kind, before).then(() => server.end()) }
  }

/** How often the SDK tries by itself. */
const TRIES = 3

/** Every answer of the provider to this call fails, including the SDK's retries. */
export const failCall =
  (kind: FaultKind, call: Call, times = TRIES): Break =>
  async (scene) => {
    const { provider } = scene.rig
    const before = await provider.faultCount(kind)
    // If a kept-alive connection is lost, the SDK may make one more try that it does not count.
    await provider.fault(call(scene), kind, 2 * times)
    return { happened: provider.untilFaultHit(kind, before + times - 1) }
  }

/** Sets the second fault once the first moment was reached and passed. */
export const killOnceAfter =
  (first: RegExp, of: RegExp): Break =>
  async ({ rig }) => {
    const { promise: happened, resolve, reject } = Promise.withResolvers<void>()
    rig.proxy.watchStatement('asked', first, () => {
      killWhen(rig, 'asked', of).then(resolve, reject)
    })
    return { happened }
  }

/** No fault in addition to the one in the act itself. */
export const nothing: Break = async () => ({ happened: Promise.resolve() })
