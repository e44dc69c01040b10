import type { ReactNode, Ref } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { PageBody } from '../ui/scroll-area'

type Props = {
  region: Ref<HTMLElement>
  label: string
  error: Failure | null
  onRetry(): void
  className?: string
  children: ReactNode
}

export const ListBody = ({ region, label, error, onRetry, className = 'gap-8', children }: Props) => (
  <PageBody ref={region} aria-label={label} className="[scrollbar-gutter:stable_both-edges]">
    <div
      className={cn(
        'mx-auto flex w-full max-w-3xl flex-col px-4 pt-5 pb-16 max-sm:px-3 max-sm:pb-28',
        className,
      )}
    >
      {error && <ErrorNote error={error} onRetry={onRetry} />}
      {children}
    </div>
  </PageBody>
)
