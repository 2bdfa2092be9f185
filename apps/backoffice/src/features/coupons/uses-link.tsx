import type { ReportSubject } from '@foyer/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../routing/paths.ts'

interface UsesLinkProps {
  slug: string
  subject: ReportSubject
  of: { id: string; usageCount: number }
  name: string
  children: ReactNode
}

/** How often something was used, which leads to its report as soon as it was. */
export function UsesLink({ slug, subject, of: { id, usageCount }, name, children }: UsesLinkProps) {
  if (usageCount === 0) return children
  return (
    <Link {...paths.couponReport(slug, subject, id)} className="link">
      {children}
      <span className="sr-only">: report of {name}</span>
    </Link>
  )
}
