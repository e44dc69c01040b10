'use client'
import { Check, ChevronDown, X } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../ui/cn'
import { useFormat } from '../ui/words/use-format'

export type FilterOption = { value: string; label: string; count?: number | undefined }
const ANY = ''

type Props = {
  name: string
  any: string
  value: string | null
  options: FilterOption[]
  onChange(value: string | null): void
}

/** A filter with one of several values. */
export function FilterMenu({ name, any, value, options, onChange }: Props) {
  const format = useFormat()
  const chosen = value && (options.find((option) => option.value === value)?.label ?? value)
  return (
    <span className="inline-flex min-w-0 items-center max-sm:shrink-0">
      <Radix.Root modal={false}>
        <Radix.Trigger asChild>
          <FilterChip name={name} value={chosen} />
        </Radix.Trigger>
        <Radix.Portal>
          {/* Rendered at the end of the page; the region makes it a landmark. */}
          <section aria-label={`${name} menu`}>
            <Radix.Content
              aria-label={name}
              align="start"
              sideOffset={6}
              collisionPadding={8}
              className="z-50 max-h-80 min-w-48 max-w-80 animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float"
            >
              <Radix.RadioGroup value={value ?? ANY} onValueChange={(next) => onChange(next || null)}>
                {[{ value: ANY, label: any, count: undefined }, ...options].map((option) => (
                  <Radix.RadioItem
                    key={option.value}
                    value={option.value}
                    className="group flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken"
                  >
                    <Check
                      aria-hidden
                      className="invisible size-4 shrink-0 text-accent group-data-[state=checked]:visible"
                    />
                    <span className="min-w-0 flex-1 truncate">{option.label}</span>
                    {option.count !== undefined && (
                      <span className="text-ink-faint text-xs tabular">{format.number(option.count)}</span>
                    )}
                  </Radix.RadioItem>
                ))}
              </Radix.RadioGroup>
            </Radix.Content>
          </section>
        </Radix.Portal>
      </Radix.Root>
      {value !== null && <TakeOff name={name} onClick={() => onChange(null)} />}
    </span>
  )
}

type ChipProps = Omit<ComponentProps<'button'>, 'value'> & { name: string; value: string | null }

/** Opens a filter: its name while inactive, else its value. */
export const FilterChip = ({ name, value, ...rest }: ChipProps) => (
  <button
    type="button"
    {...rest}
    aria-label={value === null ? name : `${name}: ${value}`}
    className={cn(
      'inline-flex h-8 pointer-coarse:h-11 min-w-0 max-w-56 shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium text-xs transition-colors duration-150',
      value === null
        ? 'border-line bg-raised text-ink-soft hover:border-line-strong hover:text-ink'
        : 'rounded-r-none border-transparent bg-accent-soft pr-2 text-accent',
    )}
  >
    <span className="truncate">{value ?? name}</span>
    {value === null && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
  </button>
)

export const TakeOff = ({ name, onClick }: { name: string; onClick(): void }) => (
  <button
    type="button"
    aria-label={`Remove filter: ${name}`}
    onClick={onClick}
    className="inline-flex h-8 pointer-coarse:h-11 shrink-0 items-center rounded-r-full bg-accent-soft pr-2.5 pl-1 text-accent hover:text-accent-strong"
  >
    <X aria-hidden className="size-3.5" />
  </button>
)
