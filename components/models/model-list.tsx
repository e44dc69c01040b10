'use client'
import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { server } from '../settings/actions'
import { cn } from '../ui/cn'
import { useLoaded } from '../ui/hooks/use-loaded'
import { useFormat } from '../ui/words/use-format'
import { canChat, matching } from './matching'

const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0'

type Props = {
  label: string
  value: string
  onPick(model: string): void
  others: { label: string; note: string; chosen: boolean; onPick(): void }[]
}

/** The models in use that chat, to filter and pick; a name that is not listed can be used. */
export function ModelList({ label, value, onPick, others }: Props) {
  const { value: list, error, isLoading } = useLoaded('models', server.listModels)
  const [typed, setTyped] = useState('')
  const format = useFormat()
  const listed = list?.models ?? []
  const models = listed.filter(canChat)
  const name = typed.trim()
  const unlisted = models.filter((model) => name || !others.some(({ label }) => label === model))
  const { shown, more } = matching(unlisted, name)
  return (
    <Command label={label} shouldFilter={false} loop defaultValue={value} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={list ? 'Filter, or type a model name' : 'Type a model name'}
          className="h-10 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List
        label={label}
        onWheel={(event) => event.stopPropagation()}
        className="max-h-72 min-h-0 overflow-y-auto overscroll-contain p-1"
      >
        {!name &&
          others.map((other) => (
            <Command.Item
              key={other.label}
              value={` ${other.label}`}
              onSelect={other.onPick}
              className={ITEM}
            >
              <Mark chosen={other.chosen} />
              <span className="min-w-0">
                <span className="block font-medium">{other.label}</span>
                <span className="block truncate text-ink-soft text-xs">{other.note}</span>
              </span>
            </Command.Item>
          ))}
        {shown.map((model) => (
          <Command.Item key={model} value={model} onSelect={() => onPick(model)} className={ITEM}>
            <Mark chosen={model === value} />
            <span className="min-w-0 break-words">{model}</span>
          </Command.Item>
        ))}
        {name && !listed.includes(name) && (
          <Command.Item value=" typed" onSelect={() => onPick(name)} className={ITEM}>
            <Mark chosen={false} />
            <span className="min-w-0 break-words">
              Use “{name}”{list && <span className="text-ink-soft">, which is not listed</span>}
            </span>
          </Command.Item>
        )}
      </Command.List>
      {isLoading && <Note>Loading the models…</Note>}
      {error && (
        <Note>
          {error.message} {error.hint}
        </Note>
      )}
      {list && (
        <Note>
          {more > 0
            ? `${format.number(more)} more. Type to filter.`
            : models.length === 0
              ? `${list.host} has no models.`
              : `${format.plural(models.length, 'model')} on ${list.host}`}
        </Note>
      )}
    </Command>
  )
}

const Mark = ({ chosen }: { chosen: boolean }) => (
  <Check aria-hidden className={cn('text-accent', !chosen && 'invisible')} />
)
const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="break-words border-line border-t px-3.5 py-2 text-ink-soft text-xs">
    {children}
  </p>
)
