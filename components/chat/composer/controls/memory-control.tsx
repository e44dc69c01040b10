'use client'
import { useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { Tooltip } from '@/components/ui/tooltip'
import type { RecallScope } from '@/lib/shared/schemas'
import { ScopeControl } from './scope-control'

const HINTS = {
  on: 'Memory is on: answers can draw on earlier messages',
  off: 'Memory is off: nothing is recalled or learned. The model still sees the latest messages of this conversation',
}

type Props = {
  scope: RecallScope
  /** The scope from Settings, used unless the conversation has its own. */
  settingsScope: RecallScope
  isOwn: boolean
  onChange: (scope: RecallScope | null) => void
}

/** Switches memory on or off for this conversation; while it is on, a menu says how far it reaches. */
export function MemoryControl({ scope, settingsScope, isOwn, onChange }: Props) {
  const scopeBefore = useRef<RecallScope | null>(null)
  const isOn = scope !== 'off'
  const toggle = () => {
    if (isOn) {
      scopeBefore.current = isOwn ? scope : null
      onChange('off')
    } else onChange(scopeBefore.current ?? (settingsScope === 'off' ? 'owner' : null))
  }
  return (
    <>
      <Tooltip label={isOn ? HINTS.on : HINTS.off} side="top">
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          onClick={toggle}
          className={cn(
            'inline-flex h-9 shrink-0 items-center pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center gap-1.5 rounded-md px-2 pointer-coarse:px-1 text-sm transition-colors duration-150 hover:bg-sunken',
            isOn ? 'text-recall' : 'text-ink-soft',
          )}
        >
          <span
            aria-hidden
            className={cn(
              'relative h-4 w-7 shrink-0 rounded-full transition-colors duration-150',
              isOn ? 'bg-recall-fill' : 'bg-line-strong',
            )}
          >
            <span
              className={cn(
                'absolute top-0.5 left-0.5 size-3 rounded-full bg-raised transition-transform duration-150',
                isOn && 'translate-x-3',
              )}
            />
          </span>
          Memory
          <span aria-hidden className="@max-[42rem]:hidden">
            {isOn ? 'on' : 'off'}
          </span>
        </button>
      </Tooltip>
      {isOn && <ScopeControl scope={scope} own={isOwn} onChange={onChange} />}
    </>
  )
}
