'use client'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/components/ui/cn'

export const inputClass =
  'h-9 pointer-coarse:h-11 w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent disabled:opacity-50'

type Props = ComponentProps<'input'> & {
  label: string
  help?: ReactNode
  error?: string | null
  end?: ReactNode
  /** Values to choose from; others can be typed. */
  suggestions?: readonly string[]
}

export function Field({ label, help, error, className, end, suggestions, ...rest }: Props) {
  const id = useId()
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className={inputClass}
          aria-describedby={help || error ? `${id}-help` : undefined}
          aria-invalid={error ? true : undefined}
          list={suggestions && `${id}-list`}
          {...rest}
        />
        {end}
      </div>
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {(help || error) && (
        <p id={`${id}-help`} className={cn('text-xs', error ? 'text-error' : 'text-ink-soft')}>
          {error ?? help}
        </p>
      )}
    </div>
  )
}
