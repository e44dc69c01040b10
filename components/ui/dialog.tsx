'use client'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEventHandler, type ReactNode, useState } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { useSurfaceFocus } from './hooks/focus-surface'
import { useBackCloses } from './hooks/use-back-closes'
import { IconButton } from './icon-button'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string | undefined
  children: ReactNode
  wide?: boolean
  bare?: boolean
  /** Asks before closing drops what was typed. */
  guarded?: boolean
  /** Focuses what opened it, if that is not what had the focus. */
  onClosed?: () => void
  onKeyDown?: KeyboardEventHandler
}

/** A modal dialog. `bare` shows the title to assistive technology only. */
export function Dialog({ open, onOpenChange, title, description, children, onClosed, ...look }: Props) {
  const { wide, bare, guarded, onKeyDown } = look
  const [state, setState] = useState<'untouched' | 'typed' | 'asking'>('untouched')
  const focus = useSurfaceFocus((event) => {
    if (!onClosed) return
    event.preventDefault()
    onClosed()
  })
  const close = () => {
    setState('untouched')
    onOpenChange(false)
  }
  const attempt = () =>
    guarded && state !== 'untouched' ? setState(state === 'typed' ? 'asking' : 'typed') : close()
  useBackCloses(open, attempt)
  return (
    <Radix.Root open={open} onOpenChange={attempt}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-[#10141899]" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            setState('untouched')
            focus.onOpenAutoFocus(event)
          }}
          onInput={() => setState('typed')}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className={cn(
            '-translate-x-1/2 fixed animate-appear top-[12vh] left-1/2 z-50 flex max-h-[76vh] max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float outline-none',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          {bare ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <header className="flex items-start gap-4 border-line border-b py-3 pr-3 pl-5">
              <div className="min-w-0 flex-1 py-1">
                <Radix.Title className="font-medium text-base">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="text-ink-soft">{description}</Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton icon={<X />} label="Close" keys="Esc" />
              </Radix.Close>
            </header>
          )}
          <div className={cn('min-h-0 flex-1 overflow-y-auto', !bare && 'p-5')}>{children}</div>
          {state === 'asking' && (
            <div
              role="alert"
              className="flex flex-wrap items-center gap-2 border-line border-t bg-surface px-5 py-3"
            >
              <span className="mr-auto max-sm:w-full">Discard what you typed?</span>
              <Button autoFocus onClick={() => setState('typed')}>
                Keep editing
              </Button>
              <Button look="danger" onClick={close}>
                Discard
              </Button>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
