'use client'
import { Lightbulb } from 'lucide-react'
import Link from 'next/link'
import { memo } from 'react'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { chipClass } from '@/components/ui/chip'
import { HoverCard } from '@/components/ui/hover-card'
import { Markdown } from '@/components/ui/markdown/markdown'
import { CitationRenderer, StrategyRenderer } from '@/components/ui/markdown/markdown-elements'
import type { TurnDto } from '@/lib/shared/dto'
import type { UsedStrategyDto } from '@/lib/shared/learning/learning'
import { answererOf } from '@/lib/shared/transfer/transfer'
import { citedKey, sourceNumbers } from '@/lib/shared/turn/citations'
import { Citation } from './citation-pill'
import { MessageHead, messagesIn } from './message/message-head'
import { foundIn } from './turn-facts'

export const Answer = memo(function Answer({ turn }: { turn: TurnDto }) {
  const { cited } = turn
  const live = turn.status === 'running'
  // An answer written here has totals once its result is loaded; imported ones never have any.
  const pending = live || (turn.totals === null && turn.steps.length > 0)
  const [found, sources] = [foundIn(turn), sourceNumbers(turn.answer)]
  const cite = (number: number, conversation: string | null) => (
    <Citation
      number={number}
      conversation={conversation}
      source={sources.get(citedKey(number, conversation)) ?? 0}
      found={found}
      cited={cited}
      pending={pending}
    />
  )
  const citeStrategy = (slug: string) => {
    const used = turn.learning?.used.find((one) => one.slug === slug)
    return used ? <StrategyPill used={used} /> : `[${slug}]`
  }
  const first = useConversation((state) => state.formatted.has(turn.id))
  const answerer = useConversation(({ conversation }) => answererOf(conversation?.importedFrom ?? null))
  const messages = messagesIn(turn, 'assistant', answerer)
  if (!turn.answer.trim()) return null
  return (
    <article aria-label="Answer" aria-busy={live} data-said="assistant" className="min-w-0">
      <CitationRenderer value={cite}>
        <StrategyRenderer value={citeStrategy}>
          {messages ? (
            <div className="flex flex-col gap-4">
              {messages.map((message) => (
                <div key={message.key} className="min-w-0">
                  <MessageHead message={message} />
                  <Markdown text={message.text} later={!first} />
                </div>
              ))}
            </div>
          ) : (
            <Markdown text={turn.answer} live={live} later={!live && !first} />
          )}
        </StrategyRenderer>
      </CitationRenderer>
    </article>
  )
})

/** A lesson that an answer cites. */
const StrategyPill = ({ used }: { used: UsedStrategyDto }) => (
  <HoverCard
    label={`Lesson ${used.slug}`}
    trigger={
      <Link
        href={strategyHref(used.slug)}
        prefetch={false}
        className={chipClass('accent', 'no-underline transition-colors duration-150 hover:border-accent')}
      >
        <Lightbulb aria-hidden className="size-3 shrink-0" />
        <span className="max-w-[24ch] truncate">{used.title}</span>
        <span className="sr-only"> ({used.slug})</span>
      </Link>
    }
  >
    <p className="break-words border-line border-b px-3 py-2 font-medium">{used.title}</p>
    <div className="max-h-44 overflow-y-auto px-3 py-2.5">
      <Markdown text={used.content} small />
    </div>
  </HoverCard>
)
