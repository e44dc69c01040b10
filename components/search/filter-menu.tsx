'use client'
import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../ui/cn'
import { Menu, type MenuChoice, MenuChoices } from '../ui/menu'

type Props = {
  name: string
  any: string
  value: string | null
  options: MenuChoice<string>[]
  onChange(value: string | null): void
}

export function FilterMenu({ name, any, value, options, onChange }: Props) {
  const chosen = value && (options.find((option) => option.value === value)?.label ?? value)
  return (
    <span className="inline-flex min-w-0 items-center max-sm:shrink-0">
      <Menu label={name} trigger={<FilterChip name={name} value={chosen} />}>
        <div className="max-h-78 overflow-y-auto">
          <MenuChoices
            value={value ?? ''}
            onChange={(next) => onChange(next || null)}
            choices={[{ value: '', label: any }, ...options]}
          />
        </div>
      </Menu>
      {value !== null && <TakeOff name={name} onClick={() => onChange(null)} />}
    </span>
  )
}

type ChipProps = Omit<ComponentProps<'button'>, 'value'> & { name: string; value: string | null }

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
