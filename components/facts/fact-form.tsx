'use client'
import type { Failure } from '@/lib/shared/errors'
import { type AddFact, addFactSchema, type FactDto } from '@/lib/shared/memory/facts'
import { Field } from '../settings/fields/field'
import { EntryForm, type EntryFormProps } from '../ui/entry-form'
import { timeZoneHere } from '../ui/words/use-time-zone'
import { dayField, subjectFor } from './fact-words'
import type { FactEdit } from './use-fact-acts'

/** The reader's own day, such as 2026-11-23. */
const today = () => new Date().toLocaleDateString('en-CA')
/** A value to come keeps its day. */
const lastDay = ({ from }: Values) => (from > today() ? from : today())
const LONGEST = { subject: 80, predicate: 80, object: 300 }

type Values = { subject: string; predicate: string; object: string; from: string }
type Props = EntryFormProps<Values> & { withSubject?: string[] | undefined }

/** The fields of a fact. `withSubject` = the known subjects, where it can be chosen. */
function FactForm({ withSubject, ...form }: Props) {
  return (
    <EntryForm {...form} isComplete={({ from: _, ...fact }) => addFactSchema.safeParse(fact).success}>
      {({ field }) => (
        <div className="grid gap-3 sm:grid-cols-2">
          {withSubject && (
            <Field
              label="About"
              suggestions={withSubject}
              maxLength={LONGEST.subject}
              autoComplete="off"
              {...field('subject')}
            />
          )}
          <Field
            autoFocus={withSubject !== undefined}
            label="What"
            placeholder="lives in"
            maxLength={LONGEST.predicate}
            autoComplete="off"
            {...field('predicate')}
          />
          <Field
            autoFocus={!withSubject}
            label="Value"
            placeholder="Galway"
            maxLength={LONGEST.object}
            autoComplete="off"
            {...field('object')}
          />
          <Field label="Since (optional)" type="date" max={lastDay(form.start)} {...field('from')} />
        </div>
      )}
    </EntryForm>
  )
}

type AddProps = { onAdd(fact: AddFact): Promise<Failure | null>; onClose(): void } & (
  | { subjects: string[]; changed?: never }
  | { changed: FactDto; subjects?: never }
)
export const AddFactForm = ({ subjects, changed, onAdd, onClose }: AddProps) => (
  <FactForm
    name={changed ? `New value of ${changed.predicate}: ${changed.object}` : 'Add a fact'}
    start={{ subject: changed?.subject ?? 'You', predicate: changed?.predicate ?? '', object: '', from: '' }}
    withSubject={subjects}
    save="Add"
    help="An earlier value stays visible."
    onSave={({ subject, predicate, object, from }) =>
      onAdd({
        subject: subjectFor(subject),
        predicate,
        object,
        ...(from && from !== today() ? { from } : {}),
        ...(changed && { replaces: changed.ids }),
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
export function EditFactForm({ fact, onEdit, onClose }: EditProps) {
  const since = dayField(fact.from, timeZoneHere())
  return (
    <FactForm
      name={`Correct ${fact.predicate}: ${fact.object}`}
      start={{ subject: fact.subject, predicate: fact.predicate, object: fact.object, from: since }}
      save="Save"
      help="For a mistake. If it has changed, use “It changed…” in the menu."
      onSave={async ({ predicate, object, from }) => {
        const moved = from && from !== since ? { from } : null
        const isSame = predicate.trim() === fact.predicate && object.trim() === fact.object
        return isSame && !moved ? null : onEdit({ predicate, object, ...moved })
      }}
      onClose={onClose}
    />
  )
}
