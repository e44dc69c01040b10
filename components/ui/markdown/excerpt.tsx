import { cn } from '@/components/ui/cn'
import type { RecallHit } from '@/lib/shared/turn/events'
import { Markdown } from './markdown'

/** Everything has the size of the place it stands in, and counts as lines where only some are shown. */
const SMALL =
  '[&_.prose-box]:text-[length:inherit] [&_.prose-box]:leading-[inherit] [&_.prose-box,&_.prose-box>div]:block [&_h3]:mt-0 [&_h3]:text-[length:inherit] [&_table]:text-xs [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1'

type Props = { text: string; typed: boolean; className?: string }

/** A few lines in a narrow place: what the person `typed` as it was typed, other text as Markdown. */
export const Excerpt = ({ text, typed, className }: Props) => (
  <div className={cn(className, typed ? 'whitespace-pre-wrap break-words' : SMALL)} dir="auto">
    {typed ? text : <Markdown text={text} small />}
  </div>
)

/** Whether a person typed what was recalled. */
export const isTyped = ({ kind, place }: Pick<RecallHit, 'kind' | 'place'>): boolean =>
  kind === 'fact' || (kind === 'turn' && place?.part !== 'assistant')
