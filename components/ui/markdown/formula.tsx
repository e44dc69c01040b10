'use client'
import { memo, useEffect, useMemo, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { whenFree } from './render-queue'

type Typeset = typeof import('./typeset')['typeset']
let loaded: Typeset | null = null

/** KaTeX is only loaded on pages with formulas, and only in the browser. */
async function load(): Promise<Typeset> {
  loaded ??= (await import('./typeset')).typeset
  return loaded
}

type Props = { tex: string; display: boolean }

/** A formula; its source until it is typeset, and if it cannot be. */
export const Formula = memo(function Formula({ tex, display }: Props) {
  const [make, setMake] = useState<Typeset | null>(() => loaded)
  useEffect(() => {
    if (make) return
    let cancel = () => {}
    let left = false
    load().then(
      (module) => {
        if (!left) cancel = whenFree(() => setMake(() => module))
      },
      () => {},
    )
    return () => {
      left = true
      cancel()
    }
  }, [make])
  const html = useMemo(() => make?.(tex, display) ?? null, [make, tex, display])
  if (html === null)
    return (
      <code
        data-formula=""
        className={cn(
          'whitespace-pre-wrap font-mono text-[0.875em] text-ink-soft [overflow-wrap:anywhere]',
          display && 'block py-2 text-center',
        )}
      >
        {tex.trim()}
      </code>
    )
  return (
    <span
      data-formula=""
      dir="ltr"
      className={cn('formula', display && 'block overflow-x-auto overflow-y-hidden py-1')}
      {...(display ? { role: 'group', 'aria-label': 'Formula', tabIndex: 0 } : {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the output of KaTeX, see typeset.ts
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
})
