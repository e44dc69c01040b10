'use client'
import { Lightbulb } from 'lucide-react'
import Link from 'next/link'
import { STATUS_WORDS, strategyHref } from '@/components/playbook/strategy/strategy-words'
import { Chip } from '@/components/ui/chip'
import { Markdown } from '@/components/ui/markdown/markdown'
import { PartsBar } from '@/components/ui/why'
import { useFormat } from '@/components/ui/words/use-format'
import type { TurnDto } from '@/lib/shared/dto'
import type { UsedStrategyDto } from '@/lib/shared/learning/learning'
import { thoughtMs } from '../turn-facts'
import { factorsOf, learningWords, othersWords, scoreIn, timeWords, verdictWords } from './learning-words'

/** What an answer had from the playbook, how it was judged, and what was learned; opens to the reasons. */
export function LearningLine({ turn }: { turn: TurnDto }) {
  const format = useFormat()
  const { id, conversationId, learning } = turn
  const words = learning ? learningWords(learning) : ''
  if (!learning || !words) return null
  const { used, others, verdict, learned } = learning
  // A turn without an answer says so itself.
  if (turn.status !== 'completed' && used.length + others + learned.length === 0) return null
  const time = thoughtMs(turn) === null ? null : timeWords(turn, format)
  return (
    <details data-learning="" className="min-w-0 text-xs">
      <summary className="flex w-fit max-w-full cursor-pointer list-none items-center gap-1.5 rounded-sm py-[3px] text-ink-soft tabular hover:text-ink [&::-webkit-details-marker]:hidden">
        <Lightbulb aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">{time ? `${words} · ${time}` : words}</span>
      </summary>
      <div className="mt-2 flex min-w-0 flex-col gap-3 border-line border-l-2 pl-3">
        {used.length > 0 && (
          <ol aria-label="Strategies" className="flex min-w-0 flex-col gap-3">
            {used.map((one) => (
              <Used key={one.slug} used={one} />
            ))}
          </ol>
        )}
        {others > 0 && (
          <p className="text-ink-soft">
            {othersWords(others, used.length)}{' '}
            <Link href="/playbook" prefetch={false} className="underline underline-offset-2 hover:text-ink">
              Open the playbook
            </Link>
          </p>
        )}
        {verdict && <p className="break-words text-ink-soft">{verdictWords(verdict)}</p>}
        {learned.length > 0 && (
          <ul aria-label="Learned" className="flex min-w-0 flex-col gap-1">
            {learned.map((one) => (
              <li key={one.slug} className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="text-ink-soft">Learned</span>
                <StrategyLink {...one} />
                {one.status !== 'active' && <Chip>{STATUS_WORDS[one.status]}</Chip>}
              </li>
            ))}
          </ul>
        )}
        <Link
          href={`/c/${conversationId}?turn=${id}`}
          prefetch={false}
          scroll={false}
          className="w-fit py-[3px] text-ink-soft underline underline-offset-2 hover:text-ink"
        >
          What this turn changed
        </Link>
      </div>
    </details>
  )
}

const StrategyLink = ({ slug, title }: Pick<UsedStrategyDto, 'slug' | 'title'>) => (
  <Link
    href={strategyHref(slug)}
    prefetch={false}
    className="min-w-0 break-words font-medium text-accent hover:underline"
  >
    {title}
  </Link>
)

const Used = ({ used: { slug, title, content, place, parts, cited, trial } }: { used: UsedStrategyDto }) => (
  <li className="flex min-w-0 flex-col gap-1">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <StrategyLink slug={slug} title={title} />
      {cited && <Chip tone="accent">cited</Chip>}
      {trial && <Chip>on trial</Chip>}
      {place === 'playbook' && <span className="text-ink-faint">always in the prompt</span>}
    </span>
    <div className="line-clamp-3 text-ink-soft">
      <Markdown text={content} small />
    </div>
    {parts && <PartsBar score={scoreIn(parts)} parts={factorsOf(parts)} />}
  </li>
)
