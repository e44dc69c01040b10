'use client'
import { type ComponentProps, useId } from 'react'
import { Select } from '@/components/ui/select'

/** A text of several lines. Ctrl+Enter saves. */
export function TextArea({
  label,
  onSubmit,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'onSubmit'> & { label: string; onSubmit(): void }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
        }}
        className="field-sizing-content max-h-80 min-h-24 w-full rounded-md border border-line-strong bg-raised px-3 py-2 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
        {...rest}
      />
    </div>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  options: { value: V; label: string }[]
  onChange(value: V): void
}
/** A choice under its label. */
export const Choice = <V extends string>({ label, ...rest }: ChoiceProps<V>) => (
  <div className="flex min-w-0 flex-col gap-1 [&_button]:w-full [&_button]:min-w-0">
    <span aria-hidden className="font-medium">
      {label}
    </span>
    <Select label={label} {...rest} />
  </div>
)
