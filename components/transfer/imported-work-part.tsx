'use client'
import { type ReactNode, useState } from 'react'
import type { ImportedWork, WorkOnImports } from '@/lib/shared/transfer/imported-work'
import { Button } from '../ui/button'
import { type Format, useFormat } from '../ui/words/use-format'
import { startImportedWork, stopImportedWork } from './actions'
import { ProgressBar } from './progress-bar'
import { useImportedWork } from './use-imported-work'

const WORDS: Record<
  WorkOnImports,
  {
    title: string
    label: string
    bar: string
    action: string
    offer(state: ImportedWork, format: Format): string
    progress(done: string, all: number, format: Format): string
    over: string
  }
> = {
  summaries: {
    title: 'Summaries',
    label: 'Summaries of imported turns',
    bar: 'Summaries by a model',
    action: 'Improve summaries',
    offer: (state, format) =>
      `${format.plural(state.turns, 'imported turn was', 'imported turns were')} summarised without a model. ${state.model} can write better summaries: ${priceOf(state, format)}`,
    progress: (done, all, { plural }) => `${done} of ${plural(all, 'summary', 'summaries')} written`,
    over: 'The summaries are written.',
  },
  facts: {
    title: 'Facts from imported turns',
    label: 'Facts from imported turns',
    bar: 'Imported turns read for facts',
    action: 'Find facts',
    offer: (state, format) =>
      `What you said in ${format.plural(state.turns, 'imported turn')} has not been read for facts. Each fact found waits for your approval. ${state.model === null ? 'The built-in engine reads it: nothing is sent to a provider.' : `${state.model} reads it: ${priceOf(state, format)}`}`,
    progress: (done, all, { plural }) => `${done} of ${plural(all, 'imported turn')} read`,
    over: 'Your imported turns have been read. Each fact found waits for your approval.',
  },
}

/**
 * Offers work on imported turns with its cost, and shows the progress. Empty without such turns, and for
 * summaries without a model. `next` = what to do once it is over.
 */
export function ImportedWorkPart({ work, next }: { work: WorkOnImports; next?: ReactNode }) {
  const format = useFormat()
  const { state, busy, ask } = useImportedWork(work)
  const [started, setStarted] = useState(false)
  const words = WORDS[work]
  if (!state) return null
  const isOpen = state.turns > 0 && (work === 'facts' || state.model !== null)
  if (state.left === 0 && !isOpen && !started) return null
  const { left, over, failed } = state
  const count = format.number(failed)
  return (
    <section
      aria-label={words.label}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <p className="font-medium">{words.title}</p>
      {left > 0 ? (
        <>
          <ProgressBar label={words.bar} share={over / (left + over)} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-52 text-ink-soft tabular">
              {words.progress(format.number(over - failed), left + over, format)}
              {failed > 0 && `, ${count} failed`}. Answers go first; you can leave this page.
            </p>
            <Button size="sm" disabled={busy} onClick={() => void ask(stopImportedWork)}>
              Stop
            </Button>
          </div>
        </>
      ) : isOpen ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">
            {words.offer(state, format)}
            {failed > 0 && ` ${count} failed last time.`}
          </p>
          <Button
            disabled={busy}
            onClick={() => {
              setStarted(true)
              void ask(startImportedWork)
            }}
          >
            {busy ? 'Queueing…' : words.action}
          </Button>
        </div>
      ) : (
        <p className="text-ink-soft">
          {words.over} {next}
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
