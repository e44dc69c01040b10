'use client'
import { cn } from '@/components/ui/cn'

/** A few exclusive choices side by side; arrow keys move between them. */
export function Segments<V extends string>({
  value,
  onChange,
  options,
  label,
}: {
  value: V
  onChange(value: V): void
  options: readonly { value: V; label: string }[]
  label: string
}) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex h-8 shrink-0 items-stretch rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'inline-flex cursor-pointer items-center rounded-[4px] px-2.5 font-medium text-xs transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option.value === value
              ? 'bg-raised text-ink shadow-[0_1px_2px_rgb(0_0_0/0.08)]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={label}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
