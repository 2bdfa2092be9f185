import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-16">
      <h2 className="mb-6 border-t border-edge pt-3 text-sm text-muted">{title}</h2>
      {children}
    </section>
  )
}
