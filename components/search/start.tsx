'use client'
import { Clock, MessageSquare } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { UNTITLED } from '@/lib/shared/untitled'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { RelativeTime } from '../ui/words/relative-time'
import { forgetSearches, recentSearches } from './address/recent'

const SHOWN = 5
export function Start({ onSearch }: { onSearch(text: string): void }) {
  const { conversations } = useShell()
  const [recent, setRecent] = useState<string[]>([])
  useEffect(() => setRecent(recentSearches()), [])
  const forget = () => {
    forgetSearches()
    setRecent([])
  }
  return (
    <div className="flex flex-col gap-7 px-4 py-5 max-sm:px-3">
      {recent.length > 0 && (
        <Part
          title="Recent searches"
          action={
            <Button size="sm" look="ghost" onClick={forget}>
              Clear recent searches
            </Button>
          }
        >
          {recent.map((text) => (
            <button key={text} type="button" onClick={() => onSearch(text)} className={ROW}>
              <Clock aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 truncate">{text}</span>
            </button>
          ))}
        </Part>
      )}
      {conversations.length > 0 && (
        <Part title="Recent conversations">
          {conversations.slice(0, SHOWN).map(({ id, title, updatedAt }) => (
            <Link key={id} href={`/c/${id}`} prefetch={false} className={ROW}>
              <MessageSquare aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 truncate">{title || UNTITLED}</span>
              <RelativeTime at={updatedAt} className="shrink-0 text-ink-faint text-xs" />
            </Link>
          ))}
        </Part>
      )}
      <p className="px-2 text-ink-soft">Quotation marks find an exact phrase.</p>
    </div>
  )
}

const ROW =
  'flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-ink no-underline hover:bg-sunken'

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section aria-label={title}>
    <div className="flex h-8 items-center justify-between pl-2">
      <h2 className="text-ink-faint text-xs">{title}</h2>
      {action}
    </div>
    {children}
  </section>
)
