'use client'
import Link from 'next/link'
import { useState } from 'react'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import type { FactSource } from '@/lib/shared/memory/facts'
import { saidParams } from '../search/address/hit-links'
import { useFormat } from '../ui/words/use-format'
import { sourceTitle, sourceWords } from './fact-words'

type Stated = { source: FactSource; stated?: string | undefined }
const SourceLink = ({ source, stated }: Stated) => (
  <Link
    href={turnHref(source, stated ? saidParams(stated) : {})}
    prefetch={false}
    aria-label={sourceWords(source)}
    title={sourceWords(source)}
    className="touch-area break-words underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
  >
    {sourceTitle(source)}
  </Link>
)

/** The latest turn that states a fact, and the others on demand. `stated` = its words, to be marked there. */
export function SourceLinks({ sources, stated }: { sources: FactSource[]; stated?: string }) {
  const [all, setAll] = useState(false)
  const { plural } = useFormat()
  const shown = all ? sources.toReversed() : sources.slice(-1)
  const more = sources.length - shown.length
  return (
    <>
      {shown.map((source, i) => (
        <span key={source.turnId}>
          {i > 0 && ', '}
          <SourceLink source={source} stated={stated} />
        </span>
      ))}
      {more > 0 && (
        <>
          {' '}
          <button type="button" onClick={() => setAll(true)} className="py-[3px] underline hover:text-ink">
            and {plural(more, 'other message')}
          </button>
        </>
      )}
    </>
  )
}

/** Said after forgetting a fact: its words are still in the turn, where they can be forgotten too. */
export const TurnStays = ({ sources }: { sources: FactSource[] }) => (
  <>
    {sources.length === 1 ? 'The message that says so is kept: ' : 'The messages that say so are kept: '}
    <SourceLinks sources={sources} />. To remove the words too, forget the message there.
  </>
)
