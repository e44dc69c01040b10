import { cn } from '@/components/ui/cn'
import { strengthOf } from './recall-names'

const LENGTH = { weak: 'w-1/3', fair: 'w-2/3', strong: 'w-full' } as const

/** A score as a bar and a word. */
export const Strength = ({ score }: { score: number }) => (
  <span className="inline-flex shrink-0 items-center gap-1 font-normal">
    <span aria-hidden className="block h-1 w-6 overflow-hidden rounded-full bg-recall-line/40">
      <span className={cn('block h-full rounded-full bg-recall-fill', LENGTH[strengthOf(score)])} />
    </span>
    {strengthOf(score)}
  </span>
)
