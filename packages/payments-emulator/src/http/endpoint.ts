import type { Branch } from '../wire/form.ts'
import { readParams, type Shape, type Values } from '../wire/params.ts'
import type { Work } from '../work.ts'
import type { Caller } from './authenticate.ts'

/** Who may make a call: servers alone, or browsers too, with the publishable key. */
type Access = 'secret' | 'browser'

interface Incoming {
  /** The `:id` of the path; empty where it has none. */
  id: string
  form: Branch
  caller: Caller
}

/** One call of the API, ready to be routed. */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  access: Access
  run(work: Work, incoming: Incoming): object
}

export interface Call<S extends Shape> {
  id: string
  params: Values<S>
  caller: Caller
}

interface Definition<S extends Shape> extends Omit<Endpoint, 'run'> {
  params: S
  /** @returns the wire form of the answer, before expansion. */
  handle(work: Work, call: Call<S>): object
}

/** Ties a handler to the shape of its parameters. */
export function endpoint<S extends Shape>(definition: Definition<S>): Endpoint {
  const { method, path, access, params, handle } = definition
  return {
    method,
    path,
    access,
    run: (work, { id, form, caller }) =>
      handle(work, { id, params: readParams(form, params), caller }),
  }
}
