import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { cursor, flag, prose } from './office-catalog.ts'
import { tableSchema } from './table.ts'

/**
 * Coupon groups and coupon codes, as the team edits them. The calls that the specification names have its
 * paths and its fields. Like every call of the back office they are made on a main host and name their
 * organizer in the header `X-Brand-Path`; without it, the organizer is the default one.
 */

export const COUPON_LIMITS = {
  name: 100,
  description: 400,
  /** What a buyer may enter. */
  code: 64,
  uses: 1_000_000,
  /** Codes that are created in one go, and the characters of each after what it begins with. */
  newCodes: 10_000,
  prefix: 20,
  leastRandom: 8,
  mostRandom: 24,
} as const

export const COUPONS_PAGE = 50

export const readingCoupons = {
  method: 'GET',
  access: staffWho('coupons.read'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
export const changingCoupons = {
  access: staffWho('coupons.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const

/** A page of a list: what is searched for, the order, and where it begins. */
export const listQuery = {
  q: z.optional(text(100, 0)),
  isDescending: z.optional(flag),
  /** `next` of the page before. */
  after: z.optional(cursor),
} as const

const groupParts = {
  name: text(COUPON_LIMITS.name),
  description: prose(COUPON_LIMITS.description),
  isActive: z.boolean(),
} as const

const usageLimit = z.int().check(z.gte(1), z.lte(COUPON_LIMITS.uses))

const couponGroup = z.object({
  id: uuid,
  ...groupParts,
  createdAt: instant,
  codeCount: z.int(),
  /** Orders that were bought with its codes. */
  usageCount: z.int(),
  /** Checkout rules that it triggers; without one that is active its codes give nothing. */
  ruleCount: z.int(),
  version,
})
export type CouponGroup = z.output<typeof couponGroup>

const couponCode = z.object({
  id: uuid,
  groupId: uuid,
  groupName: z.string(),
  /** A code works only while its group is active too. */
  isGroupActive: z.boolean(),
  code: z.string(),
  usageLimit,
  /** Orders that were bought with it. */
  usageCount: z.int(),
  /** Carts that hold tickets with it now. */
  heldCount: z.int(),
  isActive: z.boolean(),
  createdAt: instant,
  version,
})
export type CouponCode = z.output<typeof couponCode>

export const COUPON_GROUP_SORTS = ['createdAt', 'name'] as const
export const COUPON_CODE_SORTS = ['createdAt', 'code', 'usageCount'] as const

export const officeCoupons = {
  getCouponGroups: endpoint({
    ...readingCoupons,
    path: '/api/getCouponGroups',
    reads: 'recent',
    summary: 'Coupon groups of the organizer, the newest first, a page of them',
    query: z.object({
      ...listQuery,
      sort: z.optional(z.enum(COUPON_GROUP_SORTS)),
    }),
    output: z.object({ groups: z.array(couponGroup), next: z.nullable(z.string()) }),
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  createCouponGroup: endpoint({
    ...changingCoupons,
    method: 'POST',
    path: '/api/createCouponGroup',
    summary: 'Creates a coupon group',
    status: 201,
    body: z.object({
      ...groupParts,
      description: z._default(groupParts.description, ''),
      isActive: z._default(groupParts.isActive, true),
    }),
    output: couponGroup,
    errors: [...STAFF_ERRORS],
  }),
  changeCouponGroup: endpoint({
    ...changingCoupons,
    method: 'PUT',
    path: '/api/admin/coupon-groups/:groupId',
    summary: 'Changes a coupon group, or switches it on or off with all its codes',
    params: z.object({ groupId: uuid }),
    body: z.object({ ...groupParts, version }),
    output: couponGroup,
    errors: [...STAFF_ERRORS, 'coupon_group_not_found', 'changed_meanwhile'],
  }),
  getCouponCodes: endpoint({
    ...readingCoupons,
    path: '/api/getCouponCodes',
    reads: 'recent',
    summary: 'Coupon codes of the organizer, the newest first, a page of them',
    query: z.object({
      ...listQuery,
      groupId: z.optional(uuid),
      sort: z.optional(z.enum(COUPON_CODE_SORTS)),
    }),
    output: z.object({ codes: z.array(couponCode), next: z.nullable(z.string()) }),
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  createCouponCode: endpoint({
    ...changingCoupons,
    method: 'POST',
    path: '/api/createCouponCode',
    summary: 'Creates a coupon code in a group',
    status: 201,
    body: z.object({
      groupId: uuid,
      code: text(COUPON_LIMITS.code),
      usageLimit: z._default(usageLimit, 1),
      isActive: z._default(z.boolean(), true),
    }),
    output: couponCode,
    errors: [...STAFF_ERRORS, 'coupon_group_not_found', 'coupon_code_taken'],
  }),
  createCouponCodes: endpoint({
    ...changingCoupons,
    method: 'POST',
    path: '/api/admin/coupon-codes/bulk',
    summary: 'Creates many coupon codes that nobody can guess, and answers them as a table',
    status: 201,
    body: z.object({
      groupId: uuid,
      count: z.int().check(z.gte(1), z.lte(COUPON_LIMITS.newCodes)),
      /** What each code begins with; empty: nothing. */
      prefix: z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.maxLength(COUPON_LIMITS.prefix),
          z.regex(/^([A-Z0-9][A-Z0-9-]*)?$/, { error: 'Must have letters, digits and hyphens' }),
        ),
      /** The random characters that follow. */
      length: z._default(
        z.int().check(z.gte(COUPON_LIMITS.leastRandom), z.lte(COUPON_LIMITS.mostRandom)),
        10,
      ),
      usageLimit: z._default(usageLimit, 1),
    }),
    output: z.object({ table: tableSchema }),
    errors: [...STAFF_ERRORS, 'coupon_group_not_found'],
  }),
  changeCouponCode: endpoint({
    ...changingCoupons,
    method: 'PUT',
    path: '/api/admin/coupon-codes/:codeId',
    summary: 'Changes how often a coupon code can be used, or switches it on or off',
    params: z.object({ codeId: uuid }),
    body: z.object({ usageLimit, isActive: z.boolean(), version }),
    output: couponCode,
    errors: [...STAFF_ERRORS, 'coupon_not_found', 'changed_meanwhile', 'validation_failed'],
  }),
} as const
