'use client'
import Link from 'next/link'
import { useState } from 'react'
import { placeHref } from '@/components/chat/conversation/history/use-go-to-turn'
import type { FactSource } from '@/lib/shared/memory/facts'
import { useFormat } from '../ui/words/use-format'
import { sourceWords } from './fact-words'

/** A turn that states a fact. */
const SourceLink = ({ source }: { source: FactSource }) => (
  <Link
    href={placeHref({ ...source, turnNumber: source.number })}
    prefetch={false}
    className="break-words underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
  >
    {sourceWords(source)}
  </Link>
)

/** The latest turn that states a fact, and the others on demand. */
export function SourceLinks({ sources }: { sources: FactSource[] }) {
  const [all, setAll] = useState(false)
  const { plural } = useFormat()
  const shown = all ? sources.toReversed() : sources.slice(-1)
  const more = sources.length - shown.length
  return (
    <>
      {shown.map((source, i) => (
        <span key={source.turnId}>
          {i > 0 && ', '}
          <SourceLink source={source} />
        </span>
      ))}
      {more > 0 && (
        <>
          {' '}
          <button type="button" onClick={() => setAll(true)} className="underline hover:text-ink">
            and {plural(more, 'other turn')}
          </button>
        </>
      )}
    </>
  )
}

/** Said after forgetting a fact: its words are still in the turn, where they can be forgotten too. */
export const TurnStays = ({ sources }: { sources: FactSource[] }) => (
  <>
    {sources.length === 1 ? 'The turn that states it stays: ' : 'The turns that state it stay: '}
    <SourceLinks sources={sources} />. To remove the words too, forget the turn there.
  </>
)
