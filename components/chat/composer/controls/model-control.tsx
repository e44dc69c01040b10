'use client'
import { Command } from 'cmdk'
import { Check, ChevronDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { canChat, matching } from '@/components/models/matching'
import { server } from '@/components/settings/actions'
import { ProviderDialog } from '@/components/settings/provider/provider-dialog'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { useFormat } from '@/components/ui/words/use-format'
import type { ProviderDto } from '@/lib/shared/dto'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { OwnChoice, Thinking } from './choice-controls'

/** `shown` = the model that answers, by name. */
type Props = { shown: string; choice: OwnChoice<string>; thinking: Thinking }

export function ModelControl({ shown, choice, thinking }: Props) {
  const { shown: model, own } = choice
  const { provider } = useShell()
  const [open, setOpen] = useState(false)
  const [connecting, setConnecting] = useState(false)
  const usual = usualModel(provider, thinking)
  const pick = (next: string | null) => {
    choice.pick(next)
    setOpen(false)
  }
  const connect = () => {
    setOpen(false)
    setConnecting(true)
  }
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            aria-label={`Model: ${shown}`}
            className="inline-flex h-9 min-w-0 pointer-coarse:h-11 items-center gap-1 rounded-md px-2 pointer-coarse:px-1 text-ink-soft text-sm transition-colors duration-150 hover:bg-sunken hover:text-ink"
          >
            <span className="min-w-0 max-w-56 truncate">
              {provider.offline || shown === OFFLINE_MODEL ? 'Built-in' : shown}
            </span>
            <ChevronDown aria-hidden className="@max-[26rem]:hidden size-3.5 shrink-0" />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Model"
            side="top"
            align="end"
            sideOffset={6}
            collisionPadding={8}
            className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-appear overflow-hidden rounded-lg border border-line bg-raised shadow-float outline-none"
          >
            {provider.offline ? (
              <div className="flex flex-col items-start gap-3 p-4">
                <p className="text-ink-soft">
                  The built-in engine quotes your memory; it is no language model.
                </p>
                <Button look="primary" size="sm" onClick={connect}>
                  Connect a model
                </Button>
              </div>
            ) : (
              <ModelList
                value={own ? model : ''}
                onPick={(name) => pick(name === usual ? null : name)}
                others={[
                  {
                    label: usual,
                    note: 'Default',
                    chosen: !own || model === usual,
                    onPick: () => pick(null),
                  },
                  {
                    label: OFFLINE_MODEL,
                    note: 'Sends nothing now; later models may recall it',
                    chosen: own && model === OFFLINE_MODEL,
                    onPick: () => pick(OFFLINE_MODEL),
                  },
                ]}
              />
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <ProviderDialog open={connecting} onOpenChange={setConnecting} />
    </>
  )
}

/** The model that answers, as it is named on screen: the conversation's own, else that of Settings. */
export const shownModel = (
  provider: ProviderDto,
  { shown, own }: { shown: string; own: boolean },
  thinking: Thinking,
) => (own && !provider.offline ? shown : usualModel(provider, thinking))

/** The model that Settings name for a mode; in Auto there may be two. */
function usualModel({ roles: { fast, reflective } }: ProviderDto, thinking: Thinking): string {
  if (thinking !== 'auto') return (thinking === 'off' ? fast : reflective).model
  return fast.model === reflective.model ? fast.model : `${fast.model} or ${reflective.model}`
}

const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0'

type ListProps = {
  value: string
  onPick(model: string): void
  others: { label: string; note: string; chosen: boolean; onPick(): void }[]
}

/** The models in use that chat, to filter and pick; a name that is not listed can be used. */
function ModelList({ value, onPick, others }: ListProps) {
  const { value: list, error } = useLoaded('models', server.listModels)
  const [typed, setTyped] = useState('')
  const format = useFormat()
  const listed = list?.models ?? []
  const models = listed.filter(canChat)
  const name = typed.trim()
  const unlisted = models.filter((model) => name || !others.some(({ label }) => label === model))
  const { shown, more } = matching(unlisted, name)
  return (
    <Command label="Model" shouldFilter={false} loop defaultValue={value} className="flex min-h-0 flex-col">
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
        label="Model"
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
      {!list && !error && <Note>Loading the models…</Note>}
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
