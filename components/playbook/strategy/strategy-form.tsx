'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field } from '@/components/settings/fields/field'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import type { Failure } from '@/lib/shared/errors'
import {
  PLAYBOOK_SECTIONS,
  PLAYBOOK_SLUGS,
  STRATEGY_KINDS,
  type StrategyText,
  strategyTextSchema,
} from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { Choice, TextArea } from './strategy-fields'
import { KIND_WORDS, tagsIn } from './strategy-words'

export type StrategyValues = Omit<StrategyText, 'tags'> & { tags: string; scope: string }
export type Scope = { id: string; title: string }
/** In place of a conversation's id. */
export const EVERYWHERE = 'all'

const SECTIONS = PLAYBOOK_SLUGS.map((value) => ({ value, label: PLAYBOOK_SECTIONS[value] }))
const KINDS = STRATEGY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))
export const textOf = ({ tags, scope: _, ...text }: StrategyValues): StrategyText => ({
  ...text,
  tags: tagsIn(tags),
})

type Props = {
  name: string
  start: StrategyValues
  scopes: Scope[]
  domains: string[]
  save: string
  help: ReactNode
  onSave(values: StrategyValues): Promise<Failure | null>
  onClose(): void
}

/** The fields of a strategy. Escape closes it; Ctrl+Enter in a long text saves. */
export function StrategyForm({ name, start, scopes, domains, save, help, onSave, onClose }: Props) {
  const [values, setValues] = useState(start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const known = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const filled = strategyTextSchema.safeParse(textOf(values)).success
  const submit = async () => {
    if (busy || !filled) return
    setBusy(true)
    const refused = await onSave(values)
    setBusy(false)
    setFailure(refused)
    if (!refused) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const change = (part: Partial<StrategyValues>) => {
    setFailure(null)
    setValues({ ...values, ...part })
  }
  const field = (key: 'title' | 'description' | 'content' | 'domain' | 'tags') => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  const places = [
    { value: EVERYWHERE, label: 'All conversations' },
    ...scopes.map(({ id, title }) => ({ value: id, label: `Only “${title}”` })),
  ]
  return (
    <form
      ref={form}
      aria-label={name}
      className="scroll-my-4 flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field autoFocus label="Title" maxLength={limits.titleChars} autoComplete="off" {...field('title')} />
      <TextArea
        label="What to do"
        placeholder="Markdown is fine. Write it as you would tell a colleague."
        maxLength={limits.contentChars}
        onSubmit={() => void submit()}
        {...field('content')}
      />
      <Field
        label="When to use it (optional)"
        maxLength={limits.descriptionChars}
        autoComplete="off"
        {...field('description')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice
          label="Section"
          value={values.section}
          options={SECTIONS}
          onChange={(section) => change({ section })}
        />
        <Choice label="Kind" value={values.kind} options={KINDS} onChange={(kind) => change({ kind })} />
        <Field
          label="Domain (optional)"
          placeholder="web"
          list={known}
          maxLength={limits.domainChars}
          autoComplete="off"
          {...field('domain')}
        />
        <datalist id={known}>
          {domains.map((domain) => (
            <option key={domain} value={domain} />
          ))}
        </datalist>
        <Field
          label="Tags (optional)"
          placeholder="sql, backup"
          maxLength={limits.tags * (limits.tagChars + 2)}
          autoComplete="off"
          {...field('tags')}
        />
        <Choice
          label="Used in"
          value={values.scope}
          options={places}
          onChange={(scope) => change({ scope })}
        />
      </div>
      {failure && <ErrorNote error={failure} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto min-w-0 flex-1 basis-64 text-ink-soft text-xs">{help}</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={busy || !filled}>
          {save}
        </Button>
      </div>
    </form>
  )
}
