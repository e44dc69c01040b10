'use client'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { canChat, matching } from '@/components/models/matching'
import { cn } from '@/components/ui/cn'
import { IconButton } from '@/components/ui/icon-button'
import { useFormat } from '@/components/ui/words/use-format'
import { Field } from '../fields/field'

type Props = {
  label: string
  help?: ReactNode
  placeholder: string
  error?: string | null
  value: string
  /** Of the service; null = not read yet. */
  models: readonly string[] | null
  /** Without models that do not chat. */
  chat: boolean
  /** Opens when the models arrive and none is chosen. */
  eager?: boolean
  onOpen(): void
  onChange(model: string): void
  onPick(model: string): void
}

/** A model's name, typed or chosen from the service's list: typing filters, arrows move, Enter picks. */
export function ModelField({ models, chat, eager, onOpen, onChange, onPick, ...field }: Props) {
  const { label, value } = field
  const id = useId()
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offered = models && (chat ? models.filter(canChat) : models)
  const isListed = offered?.includes(value) ?? false
  const { shown, more } = matching(offered ?? [], isListed ? '' : value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other models arrive
  useEffect(() => {
    setActive(-1)
    setOpen(eager === true && offered !== null && offered.length > 0 && value === '')
  }, [models])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const show = () => {
    if (!models) onOpen()
    setOpen(true)
  }
  const pick = (model: string) => {
    setOpen(false)
    setActive(-1)
    onPick(model)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      if (open) setActive((active + step + shown.length) % Math.max(1, shown.length))
      else show()
    } else if (event.key === 'Enter' && open && shown[active]) pick(shown[active])
    else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    } else return
    event.preventDefault()
  }
  const isOpen = open && offered !== null
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field
        {...field}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && shown[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setActive(-1)
          setOpen(offered !== null)
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
        end={
          <IconButton
            icon={<ChevronsUpDown />}
            label={`Choose: ${label}`}
            onClick={() => (open ? setOpen(false) : show())}
          />
        }
      />
      {isOpen && (
        <div className="overflow-hidden rounded-md border border-line bg-raised">
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={`${label}: models`}
            className="max-h-52 overflow-y-auto p-1 empty:hidden"
          >
            {shown.map((model, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={model}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={model === value}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(model)}
                className={cn(
                  'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 pointer-coarse:py-2.5 text-sm hover:bg-sunken',
                  index === active && 'bg-sunken',
                )}
              >
                <span className="min-w-0 flex-1 break-words">{model}</span>
                {model === value && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
              </div>
            ))}
          </div>
          <p
            role="status"
            className="border-line border-t px-3.5 py-1.5 text-ink-soft text-xs first:border-t-0"
          >
            {more > 0
              ? `${format.number(more)} more. Type to filter.`
              : shown.length === 0
                ? 'None by this name. It is used as typed.'
                : format.plural(shown.length, 'model')}
          </p>
        </div>
      )}
    </div>
  )
}
