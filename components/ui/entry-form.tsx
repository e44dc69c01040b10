import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { Button } from './button'
import { ErrorNote } from './error-note'

/** Values and handlers for the fields of an entry. `submit` saves if the entry is complete. */
export type FormEntry<V> = {
  values: V
  change(part: Partial<V>): void
  /** `value` and `onChange` of a text field. */
  field<K extends keyof V>(key: K): { value: V[K]; onChange(event: { target: { value: string } }): void }
  submit(): void
}
export type EntryFormProps<V> = {
  name: string
  start: V
  save: string
  help: ReactNode
  onSave(values: V): Promise<Failure | null>
  onClose(): void
}

/** A form for one entry of a list, in its place. Escape closes it; a refused entry stays as typed. */
export function EntryForm<V extends object>({
  name,
  start,
  save,
  help,
  isComplete,
  children,
  onSave,
  onClose,
}: EntryFormProps<V> & { isComplete(values: V): boolean; children(entry: FormEntry<V>): ReactNode }) {
  const [values, setValues] = useState(start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
  const maySave = !busy && isComplete(values)
  const submit = async () => {
    if (!maySave) return
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
  const change = (part: Partial<V>) => {
    setFailure(null)
    setValues({ ...values, ...part })
  }
  const entry: FormEntry<V> = {
    values,
    change,
    field: (key) => ({
      value: values[key],
      onChange: ({ target }) => change({ [key]: target.value } as Partial<V>),
    }),
    submit: () => void submit(),
  }
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
      {children(entry)}
      {failure && <ErrorNote error={failure} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto min-w-0 flex-1 basis-64 text-ink-soft text-xs">{help}</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!maySave}>
          {save}
        </Button>
      </div>
    </form>
  )
}
