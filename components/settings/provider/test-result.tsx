'use client'
import { CircleAlert, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/error-note'
import { useFormat } from '@/components/ui/words/use-format'
import type { ProviderTestDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import type { ProviderForm } from './use-provider-form'

const ROLE_WORDS = {
  reflective: 'Thinking',
  fast: 'Fast answers',
  utility: 'Summaries and titles',
  embedding: 'Recall by meaning',
}
const ICONS = { good: CircleCheck, lesser: CircleAlert, bad: CircleX }
const TONES = { good: 'text-accent', lesser: 'text-ink-soft', bad: 'text-error' }

type Unchecked = { saveUnchecked: () => void }
const Anyway = ({ saveUnchecked }: Unchecked) => (
  <Button size="sm" onClick={saveUnchecked}>
    Save without checking
  </Button>
)

/** Why a service was not read or tried. Where it may only be away, it can be saved anyway. */
export const Problem = ({ error, saveUnchecked }: Unchecked & { error: Failure }) => (
  <ErrorNote error={here(error)}>
    {!['provider_refused', 'invalid'].includes(error.code) && <Anyway saveUnchecked={saveUnchecked} />}
  </ErrorNote>
)

/** What each model can do, in words; and a way to save without waiting for it. */
export function TestResult({ form, saveUnchecked }: Unchecked & { form: ProviderForm }) {
  const format = useFormat()
  const { test, error, list } = form
  const anyway = <Anyway saveUnchecked={saveUnchecked} />
  if (error) return <ErrorNote error={here(error)} />
  if (test.state === 'failed') return <Problem error={test.error} saveUnchecked={saveUnchecked} />
  if (test.state === 'testing')
    return (
      <Box>
        <span className="flex min-w-0 flex-1 basis-52 items-center gap-2 text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> Trying the model…
        </span>
        {anyway}
      </Box>
    )
  if (test.state !== 'passed') return null
  return (
    <Box>
      <ul className="flex min-w-0 flex-1 basis-52 flex-col gap-1.5">
        {test.results.map((result) => {
          const { roles, model, ms, error: wrong } = result
          const lacks = limitsOf(result, list.state === 'listed' ? list.blind : [])
          const look = wrong ? 'bad' : lacks.length > 0 ? 'lesser' : 'good'
          const Icon = ICONS[look]
          return (
            <li key={roles.join()} className="flex items-start gap-2">
              <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', TONES[look])} />
              <span className="min-w-0 break-words">
                <span className={cn(wrong && 'text-error')}>
                  {wrong ? `${model}: ${wrong.message}` : `${model} answered in ${format.duration(ms)}`}
                  {wrong ? '' : result.can && lacks.length === 0 ? ', streams and calls tools.' : '.'}
                </span>
                {lacks.map((words) => (
                  <span key={words} className="block text-ink-soft">
                    {words}
                  </span>
                ))}
                {test.results.length > 1 && (
                  <span className="block text-ink-soft text-xs">
                    {roles.map((role) => ROLE_WORDS[role]).join(', ')}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {test.results.some((result) => result.error) && anyway}
    </Box>
  )
}

/** Its hint without where to find what is on this page. */
export const here = (error: Failure): Failure =>
  error.hint ? { ...error, hint: error.hint.replaceAll(' in Settings', '') } : error

const Box = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5"
  >
    {children}
  </div>
)

/** What a model cannot do, and what follows. `blind` = the models that take no images. */
export function limitsOf({ model, can }: ProviderTestDto, blind: readonly string[]): string[] {
  if (!can) return []
  const words: string[] = []
  const mayNot = 'so it may not use memory and files.'
  if (can.refusal !== null) {
    const so =
      can.tools === 'text' ? 'Mneme will let it write calls as text.' : `It wrote no call as text, ${mayNot}`
    words.push(`Refuses tools${can.refusal ? `: “${can.refusal}”` : '.'} ${so}`)
  } else if (can.tools === 'none') words.push(`Did not call the tool it was offered, ${mayNot}`)
  if (can.toolError) words.push(`Failed when a tool was offered: ${can.toolError.message}`)
  if (!can.streams) words.push('Does not stream: answers appear at once.')
  if (blind.includes(model)) words.push('Does not see images.')
  return words
}
