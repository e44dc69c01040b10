'use client'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Field } from '../settings/fields/field'
import { IconButton } from '../ui/icon-button'
import { ModelList } from './model-list'
import { ModelMenu } from './model-menu'
import type { ModelSource } from './use-model-list'

type Props = {
  label: string
  help: ReactNode
  placeholder: string
  value: string
  source: ModelSource
  chat: boolean
  onChange(model: string): void
}

/** A model's name, typed or chosen from the service's list. The arrow down opens the list. */
export function ModelField({ source, chat, onChange, ...field }: Props) {
  const [open, setOpen] = useState(false)
  const pick = (model: string) => {
    onChange(model)
    setOpen(false)
  }
  return (
    <Field
      {...field}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      }}
      end={
        <ModelMenu
          label={`${field.label}: models`}
          open={open}
          onOpenChange={setOpen}
          side="bottom"
          trigger={
            <IconButton label={`Choose: ${field.label}`}>
              <ChevronsUpDown />
            </IconButton>
          }
        >
          <ModelList label={field.label} source={source} value={field.value} chat={chat} onPick={pick} />
        </ModelMenu>
      }
    />
  )
}
