import { lazy, Suspense } from 'react'
import type { PolicyProps } from './policy-sentences.tsx'

// The sentences are below what a page is opened for: their code is no part of its first load.
const PolicySentences = lazy(() =>
  import('./policy-sentences.tsx').then((module) => ({ default: module.PolicySentences })),
)

/** What buyers may change, in words. As high before its code is there as the shortest policy. */
export const ChangePolicyText = (props: PolicyProps) => (
  <div className="min-h-16">
    <Suspense>
      <PolicySentences {...props} />
    </Suspense>
  </div>
)
