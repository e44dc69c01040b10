'use client'
import { memo, useCallback, useMemo } from 'react'
import type { TurnDto } from '@/lib/shared/dto'
import { Markdown } from '../ui/markdown'
import { CitationRenderer } from '../ui/markdown-elements'
import { foundIn } from './turn-facts'
import { Citation } from './turn-link'

/** The answer as plain text, no bubble; its citations are the recall chips. */
export const Answer = memo(function Answer({ turn }: { turn: TurnDto }) {
  const found = useMemo(() => foundIn(turn), [turn])
  const cite = useCallback((number: number, conversation: string | null) => <Citation number={number} conversation={conversation} found={found} />, [found])
  const live = turn.status === 'running'
  if (!turn.answer.trim()) return null
  return (
    <article aria-label="Answer" aria-busy={live} className="min-w-0">
      <CitationRenderer value={cite}>
        <Markdown text={turn.answer} live={live} />
      </CitationRenderer>
    </article>
  )
})
