'use client'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { ModelList } from '@/components/models/model-list'
import { ProviderDialog } from '@/components/settings/provider/provider-dialog'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import type { ProviderDto } from '@/lib/shared/dto'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { Thinking } from './thinking-control'

type Props = {
  shown: string
  model: string
  own: boolean
  thinking: Thinking
  onChange: (model: string | null) => void
}

export function ModelControl({ shown, model, own, thinking, onChange }: Props) {
  const { provider } = useShell()
  const [open, setOpen] = useState(false)
  const [connecting, setConnecting] = useState(false)
  const usual = usualModel(provider, thinking)
  const pick = (next: string | null) => {
    onChange(next)
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
                label="Model"
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
