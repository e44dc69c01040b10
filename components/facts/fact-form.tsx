'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { type AddFact, addFactSchema, type FactDto } from '@/lib/shared/memory/facts'
import { Field } from '../settings/fields/field'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { subjectFor } from './fact-words'
import type { FactEdit } from './use-fact-acts'

/** The reader's own day, such as 2026-11-23. */
const today = () => new Date().toLocaleDateString('en-CA')
const LONGEST = { subject: 80, predicate: 80, object: 300 }

type Values = { subject: string; predicate: string; object: string; from: string }
type Props = {
  name: string
  start: Values
  withSubject?: string[]
  save: string
  help: ReactNode
  onSave(values: Values): Promise<Failure | null>
  onClose(): void
}

/** The fields of a fact. Escape closes it. `withSubject` = the known subjects, where it can be chosen. */
function FactForm({ name, start, withSubject, save, help, onSave, onClose }: Props) {
  const [values, setValues] = useState(start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const known = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const filled = addFactSchema.omit({ from: true }).safeParse({
    ...{ subject: values.subject, predicate: values.predicate, object: values.object },
  }).success
  const submit = async () => {
    if (busy || !filled) return
    setBusy(true)
    const refused = await onSave(values)
    setBusy(false)
    setFailure(refused)
    if (!refused) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const field = (key: keyof Values) => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => {
      setFailure(null)
      setValues({ ...values, [key]: event.target.value })
    },
  })
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
      <div className="grid gap-3 sm:grid-cols-2">
        {withSubject && (
          <>
            <Field
              label="About"
              list={known}
              maxLength={LONGEST.subject}
              autoComplete="off"
              {...field('subject')}
            />
            <datalist id={known}>
              {withSubject.map((subject) => (
                <option key={subject} value={subject} />
              ))}
            </datalist>
          </>
        )}
        <Field
          autoFocus
          label="What"
          placeholder="lives in"
          maxLength={LONGEST.predicate}
          autoComplete="off"
          {...field('predicate')}
        />
        <Field
          label="Value"
          placeholder="Galway"
          maxLength={LONGEST.object}
          autoComplete="off"
          {...field('object')}
        />
        <Field label="Since (optional)" type="date" max={today()} {...field('from')} />
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

type AddProps = { subjects: string[]; onAdd(fact: AddFact): Promise<Failure | null>; onClose(): void }
/** Adds a fact in the person's own words. */
export const AddFactForm = ({ subjects, onAdd, onClose }: AddProps) => (
  <FactForm
    name="Add a fact"
    start={{ subject: 'You', predicate: '', object: '', from: '' }}
    withSubject={subjects}
    save="Add"
    help="If it replaces an earlier value, both stay visible with their dates."
    onSave={({ subject, predicate, object, from }) =>
      onAdd({
        subject: subjectFor(subject),
        predicate,
        object,
        ...(from && from !== today() ? { from } : {}),
      })
    }
    onClose={onClose}
  />
)

type EditProps = {
  fact: FactDto
  onEdit(change: FactEdit): Promise<Failure | null>
  onClose(): void
}
/** Corrects a fact where it stands. */
export function EditFactForm({ fact, onEdit, onClose }: EditProps) {
  const since = fact.from.slice(0, 10)
  return (
    <FactForm
      name={`Correct ${fact.predicate}: ${fact.object}`}
      start={{ subject: fact.subject, predicate: fact.predicate, object: fact.object, from: since }}
      save="Save"
      help="This corrects a mistake. If it has changed, add the new value instead, and both stay visible."
      onSave={({ predicate, object, from }) =>
        onEdit({ predicate, object, ...(from && from !== since ? { from } : {}) })
      }
      onClose={onClose}
    />
  )
}
