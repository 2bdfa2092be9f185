import type { FastifyRequest } from 'fastify'
import { invalidRequest } from '../wire/errors.ts'
import { type Branch, parseForm } from '../wire/form.ts'
import { NOT_A_FORM } from './errors.ts'

/** @throws ApiError 400 for a form that is larger or deeper than any real call. */
export function readForm(text: string): Branch {
  try {
    return parseForm(text)
  } catch {
    throw invalidRequest(NOT_A_FORM)
  }
}

/** The form of a call: the body of a POST, the query of a GET. */
export function formOf(request: FastifyRequest): Branch {
  if (request.method !== 'GET') return isForm(request.body) ? request.body : {}
  return readForm(request.url.split('?')[1] ?? '')
}

function isForm(body: unknown): body is Branch {
  return typeof body === 'object' && body !== null
}
