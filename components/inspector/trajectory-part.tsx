'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { CodeBlock } from '@/components/ui/markdown/code-block'
import type { Failure } from '@/lib/shared/errors'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { loadTrajectory } from './actions'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The turn as ordered steps in JSON, to read or copy, with keys redacted. */
export function TrajectoryPart({ turnId, number }: { turnId: string; number: number }) {
  const [shown, setShown] = useState<string | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    const result = await loadTrajectory(turnId)
    setBusy(false)
    setError(result.ok ? null : result.error)
    return result.ok ? result.value : null
  }
  const show = async () => {
    const whole = shown === null ? await load() : null
    // The prompts are on this page already, and long.
    setShown(whole && json({ ...whole, prompts: undefined }))
  }
  const download = async () => {
    const whole = await load()
    if (whole === null) return
    const url = URL.createObjectURL(new Blob([json(whole)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `turn-${number}-trajectory.json`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <section aria-labelledby="trajectory" className="flex min-w-0 flex-col gap-3">
      <h2 id="trajectory" className="font-medium text-base">
        Trajectory
      </h2>
      <p className="max-w-[72ch] text-ink-soft">
        The steps of the last attempt in order: thought, action, arguments, observation. The download has its
        prompts too.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} aria-expanded={shown !== null} onClick={() => void show()}>
          {shown === null ? 'Show as JSON' : 'Hide'}
        </Button>
        <Button size="sm" disabled={busy} onClick={() => void download()}>
          <Download aria-hidden className="size-3.5" /> Download
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {shown !== null && <CodeBlock code={shown} language="json" />}
    </section>
  )
}
