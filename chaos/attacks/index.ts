import { breadth } from './breadth.ts'
import { cacheFiller } from './cache-filler.ts'
import { couponHoarder } from './coupon-hoarder.ts'
import { evilLogos } from './evil-logos.ts'
import { evilPages } from './evil-pages.ts'
import { expiredFlood } from './expired-flood.ts'
import type { Attack } from './harness/attack.ts'
import { header } from './header.ts'
import { history } from './history.ts'
import { hoarder } from './hoarder.ts'
import { mailer } from './mailer.ts'
import { manyExports } from './many-exports.ts'
import { manyImports } from './many-imports.ts'
import { manyRules } from './many-rules.ts'
import { pageFlood } from './page-flood.ts'
import { providerFlood } from './provider-flood.ts'
import { queueFiller } from './queue-filler.ts'
import { readOnly } from './read-only.ts'
import { searchFlood } from './search-flood.ts'
import { slowSenders } from './slow-senders.ts'
import { slowUploads } from './slow-uploads.ts'
import { streamHog } from './stream-hog.ts'

/** Every kind of attacker, each with a control that shows that its bound is needed. */
export const ATTACKS: readonly Attack[] = [
  header,
  cacheFiller,
  pageFlood,
  searchFlood,
  hoarder,
  mailer,
  couponHoarder,
  history,
  breadth,
  expiredFlood,
  providerFlood,
  streamHog,
  queueFiller,
  slowSenders,
  readOnly,
  evilLogos,
  evilPages,
  manyImports,
  manyExports,
  manyRules,
  slowUploads,
]
