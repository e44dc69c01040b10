'use client'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'

export type Tab<V extends string> = { value: V; label: string; content: ReactNode }

type Props<V extends string> = {
  value: V
  onChange: (value: V) => void
  tabs: Tab<V>[]
  label: string
  end?: ReactNode
}

/** Tabs with panels that scroll on their own. `label` names the list of tabs. */
export function Tabs<V extends string>({ value, onChange, tabs, label, end }: Props<V>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 shrink-0 items-stretch gap-1 border-line border-b pr-2 pl-3">
        <Radix.List aria-label={label} className="flex flex-1 items-stretch gap-1">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="-mb-px border-transparent border-b-2 px-2 font-medium text-ink-soft text-sm transition-colors duration-150 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end && <div className="flex items-center">{end}</div>}
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={cn('min-h-0 flex-1 overflow-y-auto', '-outline-offset-2')}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
