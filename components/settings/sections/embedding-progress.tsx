'use client'
import { useEffect, useState } from 'react'
import { ProgressBar } from '@/components/transfer/progress-bar'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'
import type { EmbeddingDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { embedAgain, loadEmbedding } from '../actions'

/**
 * The progress of embedding, polled while it runs. Empty without an embedding model. `version` changes when
 * the provider is saved.
 */
export function EmbeddingProgress({ version }: { version: unknown }) {
  const format = useFormat()
  const [state, setState] = useState<EmbeddingDto | null>(null)
  const [restarts, setRestarts] = useState(0)
  const isRunning = state !== null && state.done < state.total && state.busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model or another request asks again
  useEffect(() => {
    let current = true
    const load = () => void loadEmbedding().then((result) => current && result.ok && setState(result.value))
    load()
    const handle = isRunning ? setInterval(load, limits.dense.pollMs) : undefined
    return () => {
      current = false
      clearInterval(handle)
    }
  }, [version, restarts, isRunning])
  if (!state) return null
  const { done, total, busy, problem } = state
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-ink-soft">Found by meaning, with {state.model}</span>
        <span className="font-medium tabular">
          Embedded {format.number(done)} of {format.number(total)}
        </span>
      </div>
      <ProgressBar label="Embedded pieces of memory" share={done / Math.max(1, total)} />
      {done < total && (
        <p className="text-ink-soft">
          {done === 0
            ? 'Recall is lexical until then: it ranks by words alone.'
            : 'What is not embedded yet is ranked by words alone.'}
        </p>
      )}
      {problem && <p className="text-error">{problem}</p>}
      {done < total && !busy && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => void embedAgain().then(() => setRestarts((count) => count + 1))}
        >
          Embed the rest
        </Button>
      )}
    </div>
  )
}
