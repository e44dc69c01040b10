import type { ComponentProps } from 'react'
import { cn } from './cn'

const TONES = {
  plain: 'border-line bg-raised text-ink-soft',
  recall: 'border-recall-line bg-recall-soft text-recall',
  accent: 'border-transparent bg-accent-soft text-accent',
  error: 'border-error-line bg-error-soft text-error',
} as const
type ChipTone = keyof typeof TONES
export const chipClass = (tone: ChipTone, extra?: string) =>
  cn(
    'inline-flex max-w-full items-center gap-1.5 whitespace-nowrap rounded-sm border px-1.5 py-px align-baseline font-medium text-xs tabular',
    TONES[tone],
    extra,
  )

/** A small label. The warm colour means recall only. */
export const Chip = ({
  tone = 'plain',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: ChipTone }) => <span className={chipClass(tone, className)} {...rest} />
