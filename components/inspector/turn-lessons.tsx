import Link from 'next/link'
import {
  factorsOf,
  learningWords,
  othersWords,
  scoreIn,
  verdictWords,
} from '@/components/chat/turn/learning/learning-words'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { Chip } from '@/components/ui/chip'
import { Markdown } from '@/components/ui/markdown/markdown'
import { PartsBar } from '@/components/ui/why'
import type { LearningDto, UsedStrategyDto } from '@/lib/shared/learning/learning'

/** The lessons that a turn's prompts contained, and how the turn was judged. */
export function TurnLessons({ learning }: { learning: LearningDto }) {
  const { used, others, verdict } = learning
  return (
    <section aria-labelledby="turn-lessons" className="flex min-w-0 flex-col gap-3 text-xs">
      <h2 id="turn-lessons" className="font-medium text-base">
        Lessons
      </h2>
      <p>{learningWords(learning)}</p>
      {used.length > 0 && (
        <ol aria-label="Lessons used" className="flex min-w-0 flex-col gap-3">
          {used.map((one) => (
            <Used key={one.slug} used={one} />
          ))}
        </ol>
      )}
      {others > 0 && <p className="text-ink-soft">{othersWords(others, used.length)}</p>}
      {verdict && <p className="break-words text-ink-soft">{verdictWords(verdict)}</p>}
    </section>
  )
}

const Used = ({ used: { slug, title, content, place, parts, cited, trial } }: { used: UsedStrategyDto }) => (
  <li className="flex min-w-0 flex-col gap-1">
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={strategyHref(slug)}
        prefetch={false}
        className="min-w-0 break-words font-medium text-accent hover:underline"
      >
        {title}
      </Link>
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
