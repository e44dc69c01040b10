import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { Button } from './button'
import { cn } from './cn'

const SHORT = 160

type Props = {
  error: Pick<Failure, 'message' | 'hint' | 'said'>
  onRetry?: () => void
  children?: ReactNode
  className?: string
}

function Said({ words }: { words: string }) {
  if (words.length <= SHORT)
    return <p className="mt-1 break-words text-ink-soft text-xs">The server’s message: “{words}”</p>
  return (
    <details className="mt-1 text-ink-soft text-xs">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 hover:text-ink">
        Show the server’s message
      </summary>
      <p className="mt-0.5 break-words font-mono">{words}</p>
    </details>
  )
}

export const ErrorNote = ({ error, onRetry, children, className }: Props) => (
  <div
    role="alert"
    className={cn(
      'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border border-error-line bg-error-soft px-3 py-2.5',
      className,
    )}
  >
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-error" />
    <div className="min-w-0 flex-1 basis-52 break-words">
      <p>
        <span className="font-medium text-error">{error.message}</span>{' '}
        {error.hint && <span className="text-ink-soft">{error.hint}</span>}
      </p>
      {error.said && <Said words={error.said} />}
    </div>
    {(onRetry || children) && (
      <div className="flex gap-2">
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
      </div>
    )}
  </div>
)
