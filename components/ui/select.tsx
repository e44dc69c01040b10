'use client'
import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'

type Props<V extends string> = {
  value: V
  onChange: (value: V) => void
  options: { value: V; label: string }[]
  label: string
  placeholder?: string
}

export function Select<V extends string>({ value, onChange, options, label, placeholder }: Props<V>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Radix.Trigger
        aria-label={label}
        className="inline-flex h-9 min-w-32 pointer-coarse:h-11 max-w-full items-center justify-between gap-2 rounded-md border border-line-strong bg-raised px-3 text-left text-sm"
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown className="size-4 text-ink-soft" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-72 min-w-[var(--radix-select-trigger-width)] animate-appear overflow-hidden rounded-lg border border-line bg-raised p-1 shadow-float"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex cursor-pointer select-none items-center justify-between gap-4 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check className="size-4 text-accent" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
