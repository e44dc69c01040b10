'use client'
import { useId, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { useShell } from '../shell/shell-context'
import { useLoaded } from '../ui/hooks/use-loaded'
import { SkeletonText } from '../ui/skeleton'
import { undoWords } from '../ui/words/words'
import { server } from './actions'
import { Check, ConfirmDialog } from './confirm-dialog'
import { forgottenWords, previewWords } from './forget-words'

/** `turnId` = turn number `from`; `last` = the largest number, null for one turn; `words` = what to call it. */
type ForgetTarget = {
  conversationId: string
  turnId: string
  from: number
  to: number
  last: number | null
  words?: string
}
type Props = { target: ForgetTarget; onClose(): void; onForgotten(forgotten: Forgotten, words: string): void }

/** Confirms before turns are forgotten, and says what else goes. */
export function ForgetDialog({ target, onClose, onForgotten }: Props) {
  const { conversationId, turnId, last } = target
  const { undoMs } = useShell()
  const [to, setTo] = useState(String(target.to))
  const [files, setFiles] = useState(true)
  const [citing, setCiting] = useState(false)
  const end = Number(to)
  const fits = last === null || (Number.isInteger(end) && end >= target.from && end <= last)
  const range = { conversationId, turnId, from: target.from, to: last === null ? target.from : end }
  const { current: preview, error: failure } = useLoaded(
    fits ? JSON.stringify(range) : null,
    () => server.previewForget(range),
    { delayMs: limits.interface.searchDelayMs },
  )
  const citers = preview?.citedBy ?? []
  const paths = (citing ? preview?.withCiting.files : preview?.files) ?? []
  const forget = async () => {
    const along = citing ? citers.map((turn) => turn.turnId) : []
    const result = await server.forgetTurns({ ...range, files: files && paths.length > 0, citing: along })
    if (!result.ok) return result.error
    onForgotten(result.value, forgottenWords(range, along.length, result.value.emptied?.length))
    return null
  }
  const one = target.words ?? `message ${target.from}`
  return (
    <ConfirmDialog
      title={`Forget ${last === null ? one : `messages from ${target.from} on`}`}
      act={['Forget', 'Forgetting…']}
      disabled={!preview || !fits}
      problem={failure}
      onConfirm={forget}
      onClose={onClose}
    >
      {last !== null && (
        <LastNumber from={target.from} last={last} value={to} onChange={setTo} wrong={!fits} />
      )}
      {fits && !preview && !failure && <SkeletonText lines={3} />}
      {preview && (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {previewWords(preview, conversationId, citing, !files && paths.length > 0).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {citers.length > 0 && (
        <Check checked={citing} onChange={setCiting}>
          Forget{' '}
          {citers.length === 1
            ? 'this answer too, with its question'
            : 'these answers too, with their questions'}
        </Check>
      )}
      {paths.length > 0 && (
        <Check checked={files} onChange={setFiles}>
          Also forget files that only {preview?.turns === 1 && !(citing && citers.length) ? 'it' : 'they'}{' '}
          wrote: <span className="font-mono text-xs">{paths.join(', ')}</span>
        </Check>
      )}
      <p className="text-ink-soft">
        What you forget is hidden everywhere and never recalled. Other messages keep their text, even where
        they repeat it, and can still be recalled. You can undo this for {undoWords(undoMs)}. After that it is
        deleted permanently.
      </p>
    </ConfirmDialog>
  )
}

type LastNumberProps = {
  from: number
  last: number
  value: string
  onChange(value: string): void
  wrong: boolean
}
function LastNumber({ from, last, value, onChange, wrong }: LastNumberProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <label htmlFor={id} className="font-medium">
        From message {from} to message
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={from}
        max={last}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong}
        aria-describedby={`${id}-help`}
        className="h-9 pointer-coarse:h-11 w-24 rounded-md border border-line-strong bg-raised px-3 text-sm tabular"
      />
      <p id={`${id}-help`} className={wrong ? 'text-error text-xs' : 'text-ink-soft text-xs'}>
        {wrong ? `Choose a number from ${from} to ${last}.` : `The newest message is ${last}.`}
      </p>
    </div>
  )
}
