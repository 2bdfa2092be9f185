import { type OrderCard, orderLookup } from '@foyer/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import {
  endedKey,
  isNotFound,
  type LookupProblem,
  noOrders,
  problemOf,
  wrongCode,
} from './lookup-problems.ts'
import {
  type LookupKey,
  type LookupRecord,
  type LookupValues,
  type OpenedBy,
  readLookup,
  removeLookup,
  type SentCode,
  saveLookup,
} from './lookup-record.ts'

export type LookupView =
  | { kind: 'loading' }
  | { kind: 'form' }
  | { kind: 'code'; sent: SentCode }
  /** `email` is null for the page of one order. */
  | { kind: 'list'; orders: readonly OrderCard[]; email: string | null }
  | { kind: 'notFound' }

export interface Lookup {
  view: LookupView
  problem: LookupProblem | null
  /** What is wrong with the code that was typed, by the server. */
  codeError: string | null
  /** Which button is at work; 'open': none, a link or a reload opens orders. */
  busy: 'open' | 'find' | 'confirm' | 'sendCode' | null
  values: LookupValues
  setValues: (values: LookupValues) => void
  find: (values: LookupValues) => void
  confirm: (code: string) => void
  /** Sends a code, or a new one, to the address. */
  sendCode: () => void
  retry: () => void
  /** Returns to the form. */
  startAgain: () => void
  /** Shows an order of the list as it is now; `email` opens one fully that only a link opened. */
  readAgain: (order: OrderCard, email?: string) => Promise<void>
}

/** The secret of a mail's link: '#lookup={id}.{secret}'. */
const LINK = /^#lookup=([\da-f-]{36})\.([\w-]{43})$/
const EMPTY: LookupValues = { email: '', phone: '', zipCode: '', orderNumber: '' }
/** Lookups can be repeated, so a lost answer need not be waited for. */
const PATIENCE_MILLISECONDS = 20_000
const inTime = () => AbortSignal.timeout(PATIENCE_MILLISECONDS)

/**
 * Finding orders: which step is shown, and what leads to the next. Secrets of links leave the page's
 * address at once and stay in a record of this tab, by which a reload continues where the buyer was.
 */
export function useLookup(
  orderId: string | undefined,
  linked: { email: string | undefined; token: string | undefined },
): Lookup {
  const app = useApp()
  const navigate = useNavigate()
  const { hash, path } = useLocation()
  const [view, setView] = useState<LookupView>({ kind: orderId ? 'loading' : 'form' })
  const [problem, setProblem] = useState<LookupProblem | null>(null)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [busy, setBusy] = useState<Lookup['busy']>(null)
  const [values, setValues] = useState(EMPTY)
  const retried = useRef<() => void>(() => {})

  const store = (record: LookupRecord) => saveLookup(orderId, record)
  /** An earlier problem stays until the outcome: its button keeps the focus, and nothing jumps. */
  const run = async (button: Lookup['busy'], work: () => Promise<LookupProblem | null>) => {
    retried.current = () => void run(button, work)
    setBusy(button)
    setCodeError(null)
    try {
      setProblem(await work())
    } catch (error) {
      const wrong = wrongCode(error)
      setCodeError(wrong)
      setProblem(wrong ? null : problemOf(error, button === 'open'))
    }
    setBusy(null)
  }
  const showList = (orders: readonly OrderCard[], email: string, byCode: boolean) => {
    if (orders.length > 0) {
      setView({ kind: 'list', orders, email })
      return null
    }
    removeLookup(orderId)
    setView({ kind: 'form' })
    return noOrders(byCode)
  }
  const lookUp = async (asked: LookupValues) => {
    const { data, confirmation } = await app.call(orderLookup.lookUpOrders, {
      body: asked,
      signal: inTime(),
    })
    if (confirmation) {
      const sent = { ...confirmation, email: asked.email, sentAt: Date.now() }
      store({ at: 'code', sent })
      setView({ kind: 'code', sent })
      return null
    }
    store({ at: 'found', values: asked })
    return showList(data, asked.email, false)
  }
  const confirm = async (lookupId: string, code: string) => {
    const { data, email, listKey } = await app.call(orderLookup.confirmLookup, {
      body: { lookupId, code },
      signal: inTime(),
    })
    store({ at: 'key', key: { lookupId, key: listKey, kind: 'list' } })
    setValues({ ...EMPTY, email })
    return showList(data, email, true)
  }
  const openKey = async ({ lookupId, key, kind }: LookupKey) => {
    setView({ kind: 'loading' })
    try {
      return await confirm(lookupId, key)
    } catch (error) {
      setView({ kind: 'form' })
      const ended = endedKey(error, kind)
      if (!ended) throw error
      removeLookup(orderId)
      return ended
    }
  }
  const openOrder = async (id: string, { email, token }: OpenedBy) => {
    setView({ kind: 'loading' })
    try {
      const query = { email: email || undefined, token: token || undefined }
      const { data } = await app.call(orderLookup.getOrderCard, { params: { orderId: id }, query })
      setView({ kind: 'list', orders: [data], email: null })
    } catch (error) {
      setView({ kind: isNotFound(error) ? 'notFound' : 'form' })
      if (!isNotFound(error)) throw error
    }
    return null
  }
  const startAgain = () => {
    removeLookup(orderId)
    setProblem(null)
    setCodeError(null)
    // The address that a code was sent to may be mistyped; orders of a list are not looked for again.
    if (view.kind !== 'code') setValues(EMPTY)
    if (orderId) void navigate(paths.manageOrders())
    else setView({ kind: 'form' })
  }

  const resume = useEffectEvent(() => {
    const [, lookupId, secret] = LINK.exec(hash) ?? []
    if (lookupId && secret) {
      store({ at: 'key', key: { lookupId, key: secret, kind: 'link' } })
      void navigate({ to: path, replace: true, resetScroll: false })
    } else if (orderId && (linked.email ?? linked.token)) {
      const openedBy = { email: linked.email ?? '', token: linked.token ?? '' }
      store({ at: 'order', openedBy })
      void navigate({ ...paths.manageOrder(orderId), replace: true, resetScroll: false })
    }
    const record = readLookup(orderId)
    switch (record?.at) {
      case 'order':
        if (orderId) void run('open', () => openOrder(orderId, record.openedBy))
        return
      case 'key':
        return void run('open', () => openKey(record.key))
      case 'code':
        setValues({ ...EMPTY, email: record.sent.email })
        return setView({ kind: 'code', sent: record.sent })
      case 'found':
        setValues(record.values)
        return void run('find', () => lookUp(record.values))
      default:
        // The browser that bought it needs nothing else.
        if (orderId) void run('open', () => openOrder(orderId, { email: '', token: '' }))
    }
  })
  const isResumed = useRef(false)
  useEffect(() => {
    if (isResumed.current) return
    isResumed.current = true
    resume()
  }, [])

  return {
    view,
    problem,
    codeError,
    busy,
    values,
    setValues,
    find: (asked) => void run('find', () => lookUp(asked)),
    confirm: (code) => {
      if (view.kind === 'code') void run('confirm', () => confirm(view.sent.lookupId, code))
    },
    sendCode: () => {
      const email = view.kind === 'code' ? view.sent.email : values.email.trim()
      void run('sendCode', () => lookUp({ ...EMPTY, email }))
    },
    retry: () => retried.current(),
    startAgain,
    readAgain: async ({ id, email: known }, email = known) => {
      const call = { params: { orderId: id }, query: { email } }
      const { data } = await app.call(orderLookup.getOrderCard, call)
      if (orderId) store({ at: 'order', openedBy: { email, token: '' } })
      setView((shown) =>
        shown.kind === 'list'
          ? { ...shown, orders: shown.orders.map((card) => (card.id === id ? data : card)) }
          : shown,
      )
    },
  }
}
