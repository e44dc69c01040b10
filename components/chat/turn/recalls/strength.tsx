import { cn } from '@/components/ui/cn'
import type { RecallHit } from '@/lib/shared/turn/events'
import { strengthOf } from './strength-of'

const LENGTH = { weak: 'w-1/3', fair: 'w-2/3', strong: 'w-full' } as const

export function Strength({ hit }: { hit: RecallHit }) {
  const strength = strengthOf(hit)
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-normal">
      <span aria-hidden className="block h-1 w-6 overflow-hidden rounded-full bg-recall-line/40">
        <span className={cn('block h-full rounded-full bg-recall-fill', LENGTH[strength])} />
      </span>
      {strength}
    </span>
  )
}
