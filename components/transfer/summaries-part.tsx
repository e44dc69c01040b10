'use client'
import { Button } from '../ui/button'
import { useFormat } from '../ui/words/use-format'
import { improveImportedSummaries, stopImportedSummaries } from './actions'
import { ProgressBar } from './progress-bar'
import { useImportedSummaries } from './use-imported-summaries'

/**
 * Offers model summaries for imported turns with their cost, and shows the progress. Empty without a model or
 * without work.
 */
export function SummariesPart() {
  const format = useFormat()
  const { summaries, busy, ask } = useImportedSummaries()
  if (!summaries || (summaries.left === 0 && (summaries.model === null || summaries.turns === 0))) return null
  const { model, turns, inputTokens, outputTokens, costMicros, left, over, failed } = summaries
  return (
    <section
      aria-label="Summaries of imported turns"
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <h3 className="font-medium">Summaries</h3>
      {left > 0 ? (
        <>
          <ProgressBar label="Summaries by a model" share={over / (left + over)} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-52 text-ink-soft tabular">
              {format.number(over - failed)} of {format.plural(left + over, 'summary', 'summaries')} written
              {failed > 0 && `, ${format.number(failed)} failed`}. Answers go first; you can leave this page.
            </p>
            <Button size="sm" disabled={busy} onClick={() => void ask(stopImportedSummaries)}>
              Stop
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">
            {format.plural(turns, 'imported turn is', 'imported turns are')} summarised without a model.{' '}
            {model} can write better summaries: about {format.tokens(inputTokens + outputTokens)} tokens
            {costMicros === null ? ', and no price is known for it' : `, ${format.cost(costMicros)}`}. The
            texts are sent to your provider for that.
            {failed > 0 && ` ${format.number(failed)} could not be written last time.`}
          </p>
          <Button disabled={busy} onClick={() => void ask(improveImportedSummaries)}>
            {busy ? 'Queueing…' : 'Improve summaries'}
          </Button>
        </div>
      )}
    </section>
  )
}
