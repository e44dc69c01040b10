'use client'
import { cn } from '@/components/ui/cn'

/** `options` = the name of each value. */
type Props<V extends string> = {
  value: V
  onChange(value: V): void
  options: Record<V, string>
  label: string
}

/** A few exclusive choices side by side; arrow keys move between them. */
export function Segments<V extends string>({ value, onChange, options, label }: Props<V>) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex h-8 shrink-0 pointer-coarse:h-11 items-stretch rounded-md border border-line bg-sunken p-0.5"
    >
      {(Object.keys(options) as V[]).map((option) => (
        <label
          key={option}
          className={cn(
            'inline-flex cursor-pointer items-center rounded-[4px] px-2.5 font-medium text-xs transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option === value
              ? 'bg-raised text-ink shadow-[0_1px_2px_rgb(0_0_0/0.08)]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={label}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {options[option]}
        </label>
      ))}
    </fieldset>
  )
}
