import { staffApi } from '@foyer/contract'
import type { SitePageSlug } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'

/** What the screens of the settings read. */

const keyOf = (organizer: string, of: string) => ['organizer', organizer, 'settings', of] as const

export const lookQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'look'),
    queryFn: () => callOf(organizer)(staffApi.getLook, {}),
  })

export const domainsQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'domains'),
    queryFn: () => callOf(organizer)(staffApi.getDomains, {}),
  })

export const contactQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'contact'),
    queryFn: () => callOf(organizer)(staffApi.getContact, {}),
  })

export const policiesQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'policies'),
    queryFn: () => callOf(organizer)(staffApi.getPolicies, {}),
  })

export const privacyQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'privacy'),
    queryFn: () => callOf(organizer)(staffApi.getPrivacy, {}),
  })

export const pagesQuery = (organizer: string) =>
  queryOptions({
    queryKey: keyOf(organizer, 'pages'),
    queryFn: () => callOf(organizer)(staffApi.listOwnPages, {}),
  })

export const pageQuery = (organizer: string, slug: SitePageSlug) =>
  queryOptions({
    queryKey: [...keyOf(organizer, 'pages'), slug],
    queryFn: () => callOf(organizer)(staffApi.getOwnPage, { params: { slug } }),
  })
