'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ImportedWork, WorkOnImports } from '@/lib/shared/transfer/transfer'
import { useChangesOf, useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { toastFailure } from '../ui/toast-failure'
import { type Format, useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { ProgressBar } from './progress-bar'
import { onImportOver } from './queue/import-queue'

const WORDS = {
  summaries: {
    title: 'Summaries',
    label: 'Summaries of imported messages',
    bar: 'Summaries by a model',
    action: 'Improve summaries',
    offer: (state: ImportedWork, format: Format) =>
      `${format.plural(state.turns, 'imported message was', 'imported messages were')} summarised without a model. ${state.model} can write better summaries: ${priceOf(state, format)}`,
    progress: (done: string, all: number, { plural }: Format) =>
      `${done} of ${plural(all, 'summary', 'summaries')} written`,
    over: 'The summaries are written.',
  },
  facts: {
    title: 'Facts from imported messages',
    label: 'Facts from imported messages',
    bar: 'Imported messages checked for facts',
    action: 'Find facts',
    offer: (state: ImportedWork, format: Format) =>
      `What you said in ${format.plural(state.turns, 'imported message')} has not been checked for facts yet. Any fact found waits for your approval. ${state.model === null ? 'The built-in engine reads it: nothing is sent to a provider.' : `${state.model} reads it: ${priceOf(state, format)}`}`,
    progress: (done: string, all: number, { plural }: Format) =>
      `${done} of ${plural(all, 'imported message')} read`,
    over: 'Your imported messages have been read. Each fact found waits for your approval.',
  },
}

const AFFECTING = new Set(['summary', 'conversation', 'setting'])
type Ask = (input: { work: WorkOnImports }) => Promise<Result<ImportedWork>>

/** How many imported turns this work is to be done for, and the progress, polled; null until loaded. */
function useImportedWork(work: WorkOnImports) {
  // Another provider is another model and another price.
  const { provider } = useShell()
  const key = `${provider.roles.utility.model} ${provider.baseUrl}`
  const { value: state, set, reload } = useLoaded(key, () => server.loadImportedWork({ work }))
  const [busy, setBusy] = useState(false)
  useEffect(() => onImportOver(reload), [reload])
  useChangesOf(AFFECTING, reload)
  const isRunning = (state?.left ?? 0) > 0
  useEffect(() => {
    const handle = isRunning ? setInterval(reload, limits.interface.progressMs) : undefined
    return () => clearInterval(handle)
  }, [isRunning, reload])
  const ask = async (action: Ask) => {
    setBusy(true)
    const result = await action({ work })
    setBusy(false)
    if (result.ok) set(result.value)
    else toastFailure(result.error)
  }
  return { state, busy, ask }
}

/** Offers this work with its cost, and shows its progress; empty if there is none. `next` = shown at the end. */
export function ImportedWorkPart({ work, next }: { work: WorkOnImports; next?: ReactNode }) {
  const { state, busy, ask } = useImportedWork(work)
  const [started, setStarted] = useState(false)
  const format = useFormat()
  const { label, title, bar, action, offer, progress, over } = WORDS[work]
  if (!state) return null
  const { left, failed } = state
  const isOpen = state.turns > 0 && (work === 'facts' || state.model !== null)
  if (left === 0 && !isOpen && !started) return null
  const start = () => {
    setStarted(true)
    void ask(server.startImportedWork)
  }
  const all = left + state.over
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4">
      <p className="font-medium">{title}</p>
      {left > 0 ? (
        <>
          <ProgressBar label={bar} share={state.over / all} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-52 text-ink-soft tabular">
              {progress(format.number(state.over - failed), all, format)}
              {failed > 0 && `, ${format.number(failed)} failed`}. Answers take priority. You can leave this
              page.
            </p>
            <Button size="sm" disabled={busy} onClick={() => void ask(server.stopImportedWork)}>
              Stop
            </Button>
          </div>
        </>
      ) : isOpen ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">
            {offer(state, format)}
            {failed > 0 && ` ${format.number(failed)} failed last time.`}
          </p>
          <Button disabled={busy} onClick={start}>
            {busy ? 'Queueing…' : action}
          </Button>
        </div>
      ) : (
        <p className="text-ink-soft">
          {over} {next}
        </p>
      )}
    </section>
  )
}

/** What a model costs, and where the text goes. */
function priceOf({ inputTokens, outputTokens, costMicros }: ImportedWork, format: Format): string {
  const price = costMicros === null ? ' (no known price)' : `, ${format.cost(costMicros)}`
  return `about ${format.tokens(inputTokens + outputTokens)} tokens${price}. The text is sent to your provider.`
}
